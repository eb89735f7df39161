import { expect, test } from 'vitest';
import { powerNow, powerNowText, shownState } from './stateWords.ts';

test('power now is what is live, 0 of what sleeps, and nothing of what is only late', () => {
  expect(powerNow('live', 120)).toBe(120);
  expect(powerNow('alert', '120')).toBe(120);
  expect(powerNow('asleep', 120)).toBe(0);
  for (const state of ['stale', 'offline', 'silent', 'uncommissioned', 'notRegistered'] as const) {
    expect(powerNow(state, 120)).toBeNull();
    expect(powerNowText(state, 120)).toBe('–');
  }
});

test('a dead inverter is never shown asleep', () => {
  const trouble = { key: 'makesNothing', sinceDay: '2026-11-04' } as const;
  expect(shownState({ state: 'asleep', lastReportAt: 0, trouble })).toBe('alert');
  expect(shownState({ state: 'asleep', lastReportAt: 0, trouble: { key: 'silent', sinceDay: null } })).toBe(
    'silent',
  );
  expect(shownState({ state: 'asleep', lastReportAt: 0 })).toBe('asleep');
});
