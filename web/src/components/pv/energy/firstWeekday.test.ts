import { expect, it } from 'vitest';
import { firstWeekday } from './firstWeekday.ts';

it('follows the region of the browser, then that of the language', () => {
  expect(firstWeekday('en-US', 'en-US')).toBe(7);
  expect(firstWeekday('en-GB', 'en-US')).toBe(1);
  expect(firstWeekday('de-DE', 'en-US')).toBe(1);
  expect(firstWeekday('de', 'de-DE')).toBe(1);
  expect(firstWeekday('en', 'en-US')).toBe(7);
  expect(firstWeekday(undefined, 'de-DE')).toBe(1);
  expect(firstWeekday('not a tag', 'en-US')).toBe(7);
});
