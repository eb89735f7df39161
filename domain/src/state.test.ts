import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from './duration.ts';
import {
  isLive,
  placesOf,
  reportingStates,
  type StateFacts,
  stateKeys,
  stateOf,
  statusOfState,
} from './state.ts';
import { statusByCode } from './status.ts';

const at = (text: string) => Date.parse(text);

const NOON = at('2026-06-15T11:30Z');
const freiburg = { latitude: 47.98, longitude: 7.84 };
const good: StateFacts = {
  nowMs: NOON,
  isClaimed: true,
  isCommissioned: true,
  lastReportAtMs: NOON - MINUTE_MS,
  statusBits: 0,
  isProducer: true,
  ...freiburg,
};
const of = (more: Partial<StateFacts>) => stateOf({ ...good, ...more });
const late = (ms: number, more: Partial<StateFacts> = {}) => of({ lastReportAtMs: NOON - ms, ...more });

describe('the state', () => {
  test('by day is a matter of age', () => {
    expect(late(15 * MINUTE_MS)).toBe('live');
    expect(late(15 * MINUTE_MS + 1)).toBe('stale');
    expect(late(47 * MINUTE_MS)).toBe('stale');
    expect(late(HOUR_MS + 1)).toBe('offline');
    expect(late(23 * HOUR_MS)).toBe('offline');
    expect(late(24 * HOUR_MS)).toBe('silent');
    expect(late(-5 * MINUTE_MS)).toBe('live');
  });

  test('is alert for a fault of a producer that is live, and for no other reason', () => {
    expect(of({ statusBits: 0x20 })).toBe('alert');
    expect(of({ statusBits: 0x8002 })).toBe('live');
    expect(of({ statusBits: 0x20, isProducer: false })).toBe('live');
    expect(late(HOUR_MS, { statusBits: 0x20 })).toBe('stale');
  });

  test('of what was never heard depends on the books, and of what was heard does not', () => {
    expect(of({ lastReportAtMs: null })).toBe('silent');
    expect(of({ lastReportAtMs: null, isCommissioned: false })).toBe('uncommissioned');
    expect(of({ isCommissioned: false })).toBe('live');
    expect(of({ isClaimed: false, lastReportAtMs: null, isCommissioned: false })).toBe('notRegistered');
  });

  test.each([
    ['at midnight, heard at dusk', '2026-06-15T22:00Z', '2026-06-15T18:50Z', 'asleep'],
    ['before dawn, heard at dusk', '2026-06-15T02:30Z', '2026-06-14T19:05Z', 'asleep'],
    ['in the small hours, still speaking', '2026-06-15T01:30Z', '2026-06-15T01:20Z', 'live'],
    ['at midnight, silent since noon', '2026-06-15T22:00Z', '2026-06-15T11:00Z', 'offline'],
    ['at midnight, silent since noon of the day before', '2026-06-15T22:00Z', '2026-06-14T11:00Z', 'silent'],
    ['half an hour after dawn, heard at dusk', '2026-06-15T04:45Z', '2026-06-14T19:05Z', 'stale'],
    ['two hours after dawn, heard at dusk', '2026-06-15T06:15Z', '2026-06-14T19:05Z', 'offline'],
    ['on a dull winter morning', '2026-01-15T07:40Z', '2026-01-14T15:40Z', 'asleep'],
  ])('%s', (_words, now, last, state) => {
    expect(of({ nowMs: at(now), lastReportAtMs: at(last) })).toBe(state);
  });

  test('never is sleep for a meter, and where nobody knows the place', () => {
    const night = { nowMs: at('2026-06-15T22:00Z'), lastReportAtMs: at('2026-06-15T18:50Z') };
    expect(of({ ...night, isProducer: false })).toBe('offline');
    expect(of({ ...night, latitude: null })).toBe('offline');
  });

  test('in polar night is sleep, however long the silence, and at midnight of a polar day it is not', () => {
    const tromso = { latitude: 69.65, longitude: 18.96 };
    const lastReportAtMs = at('2026-11-20T10:00Z');
    expect(of({ ...tromso, nowMs: at('2026-12-21T11:00Z'), lastReportAtMs })).toBe('asleep');
    const midnight = { nowMs: at('2026-06-21T22:30Z'), lastReportAtMs: at('2026-06-21T20:00Z') };
    expect(of({ latitude: 85, longitude: 18.96, ...midnight })).toBe('offline');
    for (const latitude of [90, -90]) expect(stateKeys).toContain(late(HOUR_MS, { latitude }));
  });
});

test('every state has its place, its number and a word for old clients', () => {
  for (const key of stateKeys) {
    expect(placesOf(key).length).toBeGreaterThan(0);
    expect(statusByCode(statusOfState(key))).toBeDefined();
  }
  expect(reportingStates.filter(({ state }) => isLive(state))).toHaveLength(2);
  expect(stateKeys.filter((key) => statusOfState(key) === -1)).toEqual([
    'stale',
    'asleep',
    'offline',
    'silent',
  ]);
});
