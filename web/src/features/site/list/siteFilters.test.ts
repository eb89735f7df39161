import { expect, test } from 'vitest';
import { filtersInput, noFilters } from './siteFilters.ts';

const filters = { ...noFilters, view: 'list' as const };

test('plants operating normally exclude those without devices and uncommissioned ones', () => {
  expect(filtersInput({ ...filters, severity: 'none' })).toEqual({
    keywords: '',
    state: '',
    verdict: 'good',
  });
});

test('every other severity is passed on', () => {
  expect(filtersInput({ ...filters, severity: 'major' })).toEqual({
    keywords: '',
    state: '',
    severity: 'major',
  });
});
