import { expect, test } from 'vitest';
import { powerNow, powerNowText } from './stateWords.ts';

test('power now is what is live, 0 of what sleeps, and nothing of what is only late', () => {
  expect(powerNow('live', 120)).toBe(120);
  expect(powerNow('alert', '120')).toBe(120);
  expect(powerNow('live', null)).toBeNull();
  expect(powerNow('asleep', 120)).toBe(0);
  for (const state of ['stale', 'offline', 'silent', 'uncommissioned', 'notRegistered'] as const) {
    expect(powerNow(state, 120)).toBeNull();
    expect(powerNowText(state, 120)).toBe('–');
  }
});
