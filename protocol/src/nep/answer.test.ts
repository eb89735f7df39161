import { expect, it } from 'vitest';
import { clockAnswer } from './answer.ts';

it.each([
  [{ year: 2026, month: 5, day: 30, hour: 15, minute: 43, second: 41 }, '20260530154341'],
  [{ year: 2027, month: 1, day: 2, hour: 0, minute: 0, second: 9 }, '20270102000009'],
])('%o is answered with 14 digits', (clock, digits) => {
  expect(clockAnswer(clock)).toBe(digits);
});
