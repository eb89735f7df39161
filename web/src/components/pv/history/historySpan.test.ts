import { describe, expect, test } from 'vitest';
import { readUrlState } from '../../base/useUrlState.ts';
import { daysOf, spanSchema } from './historySpan.ts';

const at = (params: Record<string, string>, today = '2026-03-01') =>
  daysOf(readUrlState(spanSchema, new URLSearchParams(params)), today);

describe('the days of a span', () => {
  test.each([
    [{}, '2026-03-01', '2026-03-01'],
    [{ span: 'yesterday' }, '2026-02-28', '2026-02-28'],
    [{ span: 'week' }, '2026-02-23', '2026-03-01'],
    [{ span: 'month' }, '2026-03-01', '2026-03-01'],
    [{ span: 'lastMonth' }, '2026-02-01', '2026-02-28'],
    [{ span: 'own', from: '2025-12-30', to: '2026-01-02' }, '2025-12-30', '2026-01-02'],
    [{ span: 'own', from: '2026-02-10', to: '2026-02-01' }, '2026-02-01', '2026-02-01'],
    [{ span: 'own', to: '2027-01-01' }, '2026-03-01', '2026-03-01'],
  ] satisfies [Record<string, string>, string, string][])('%j', (params, from, to) => {
    expect(at(params)).toEqual({ from, to });
  });

  test('an address that names no day is as if it named none', () => {
    for (const from of ['2026-02-30', '1999-12-31', 'never'])
      expect(readUrlState(spanSchema, new URLSearchParams({ from })).from).toBe('');
  });
});
