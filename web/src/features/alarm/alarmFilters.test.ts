import { expect, test } from 'vitest';
import { isOfAlarm } from './alarmFilters.ts';

test.each([
  ['of its own device', 'A1F10606', ['A1F10606'], true],
  ['of another device', 'A1F10609', ['A1F10606'], false],
  ['of the entire plant', '', ['A1F10606'], true],
  ['of any device, for an alarm of the plant', 'A1F10609', [], true],
])('the curve of an alarm shades a gap %s: %s', (_what, sn, sns, isShaded) => {
  expect(isOfAlarm(sn, sns)).toBe(isShaded);
});
