import { describe, expect, test } from 'vitest';
import { HOUR_MS } from './duration.ts';
import { gradeAt, placesOf, type StateKey } from './state.ts';
import type { FoundTrouble } from './verdict.ts';
import { type VerdictFacts, verdictOf } from './verdictOf.ts';

const NOW = Date.parse('2026-06-15T11:30Z');
const reportingState = (state: StateKey, nth = 0) => gradeAt(placesOf(state)[nth] ?? -1);

const of = (more: Partial<VerdictFacts>) =>
  verdictOf({
    grade: reportingState('live'),
    timeZone: 'Pacific/Auckland',
    lastReportAtMs: NOW,
    statusBits: 0,
    isSilent: false,
    found: null,
    ...more,
  });
const found = (key: FoundTrouble['key']): FoundTrouble => ({
  key,
  count: 2,
  behind: 0,
  sinceDay: '2026-06-01',
  sns: ['A', 'B'],
});

describe('the verdict', () => {
  test('is good while nothing was found, by day and by night, and a little late', () => {
    for (const state of ['live', 'asleep', 'stale'] as const)
      expect(of({ grade: reportingState(state) })).toMatchObject({ level: 'good', key: 'allWell', count: 0 });
    // Offline is never well.
    expect(of({ grade: reportingState('offline', 1) })).toMatchObject({
      level: 'notice',
      key: 'plantSilent',
    });
  });

  test('says since which day of the plant it is silent', () => {
    const old = { lastReportAtMs: NOW - 50 * HOUR_MS };
    expect(of({ grade: reportingState('silent'), ...old })).toMatchObject({
      level: 'bad',
      key: 'plantSilent',
      sinceDay: '2026-06-13',
    });
    expect(of({ grade: reportingState('offline', 0), lastReportAtMs: NOW - 6 * HOUR_MS })).toMatchObject({
      level: 'notice',
      key: 'plantSilent',
    });
  });

  test('is of the plant, not of its devices, when all of them are silent', () => {
    const old = { grade: reportingState('silent'), lastReportAtMs: NOW - 50 * HOUR_MS };
    expect(of({ ...old, found: found('silent') })).toMatchObject({ key: 'plantSilent', count: 0 });
    expect(of({ found: found('silent') })).toMatchObject({ level: 'bad', key: 'devicesSilent', count: 2 });
  });

  test('names what was found, at night too, and the graver before the live', () => {
    const dead = of({ grade: reportingState('asleep'), found: found('makesNothing') });
    expect(dead).toEqual({
      level: 'bad',
      key: 'devicesMakeNothing',
      count: 2,
      behind: 0,
      sinceDay: '2026-06-01',
      sns: ['A', 'B'],
      code: null,
    });
    expect(of({ grade: reportingState('alert'), found: found('modulesMakeNothing') }).key).toBe(
      'modulesMakeNothing',
    );
    expect(of({ grade: reportingState('alert') })).toMatchObject({ level: 'notice', key: 'alert' });
  });

  test('has nothing to say of a plant without devices or reports', () => {
    expect(of({ grade: reportingState('uncommissioned'), lastReportAtMs: null })).toMatchObject({
      level: 'none',
      key: 'uncommissioned',
    });
    expect(of({ grade: reportingState('notRegistered') }).level).toBe('none');
    expect(of({ grade: reportingState('silent'), lastReportAtMs: null })).toMatchObject({
      level: 'notice',
      key: 'neverReported',
      sinceDay: null,
    });
  });
});

describe('a fault', () => {
  test('is named by its code once it is an alarm, and is as severe as the alarm', () => {
    expect(of({ found: found('4000') })).toMatchObject({
      level: 'bad',
      key: 'faults',
      code: '4000',
      count: 2,
    });
    expect(of({ found: found('0040') })).toMatchObject({ level: 'notice', key: 'faults', code: '0040' });
  });

  test('that endangers people is severe from its first reading on', () => {
    expect(of({ grade: reportingState('alert'), statusBits: 0x4000 })).toMatchObject({
      level: 'bad',
      key: 'alert',
    });
    expect(of({ grade: reportingState('alert'), statusBits: 0x0040 })).toMatchObject({
      level: 'notice',
      key: 'alert',
    });
  });
});
