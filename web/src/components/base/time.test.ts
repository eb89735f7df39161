import { expect, test } from 'vitest';
import { formatAge } from './time.ts';

const now = Date.parse('2026-11-23T05:00Z');

test('an age in days counts the days of the calendar, as the sentence beside it does', () => {
  // Not reporting since the evening of Nov 18: five calendar days, a bit more than four times 24 hours.
  const at = Date.parse('2026-11-18T20:00Z');
  expect(formatAge(at, now, 'Europe/Berlin')).toBe('5 days ago');
  expect(formatAge(at, now)).toBe('4 days ago');
  expect(formatAge(Date.parse('2026-11-22T20:00Z'), now, 'Europe/Berlin')).toBe('9 hr. ago');
});
