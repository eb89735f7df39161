import { describe, expect, test } from 'vitest';
import type { WorstAlarm } from './conditionSummary.ts';
import { HOUR_MS } from './duration.ts';
import { conditionSummaryOf, type PlantConditionFacts } from './plantCondition.ts';
import { placesOf, reportingStateAt, type StateKey } from './state.ts';

const NOW = Date.parse('2026-06-15T11:30Z');
const reportingState = (state: StateKey, nth = 0) => reportingStateAt(placesOf(state)[nth] ?? -1);

const of = (more: Partial<PlantConditionFacts>) =>
  conditionSummaryOf({
    reportingState: reportingState('live'),
    timeZone: 'Pacific/Auckland',
    lastReportAtMs: NOW,
    statusBits: 0,
    isSilent: false,
    found: null,
    ...more,
  });
const found = (key: WorstAlarm['key']): WorstAlarm => ({
  key,
  count: 2,
  behind: 0,
  sinceDay: '2026-06-01',
  sns: ['A', 'B'],
});

describe('the verdict', () => {
  test('is good while nothing was found, by day and by night, and a little late', () => {
    for (const state of ['live', 'asleep', 'stale'] as const)
      expect(of({ reportingState: reportingState(state) })).toMatchObject({
        level: 'good',
        key: 'allWell',
        count: 0,
      });
    // Offline is never well.
    expect(of({ reportingState: reportingState('offline', 1) })).toMatchObject({
      level: 'notice',
      key: 'plantSilent',
    });
  });

  test('says since which day of the plant it is silent', () => {
    const old = { lastReportAtMs: NOW - 50 * HOUR_MS };
    expect(of({ reportingState: reportingState('silent'), ...old })).toMatchObject({
      level: 'bad',
      key: 'plantSilent',
      sinceDay: '2026-06-13',
    });
    expect(
      of({ reportingState: reportingState('offline', 0), lastReportAtMs: NOW - 6 * HOUR_MS }),
    ).toMatchObject({
      level: 'notice',
      key: 'plantSilent',
    });
  });

  test('is of the plant, not of its devices, when all of them are silent', () => {
    const old = { reportingState: reportingState('silent'), lastReportAtMs: NOW - 50 * HOUR_MS };
    expect(of({ ...old, found: found('silent') })).toMatchObject({ key: 'plantSilent', count: 0 });
    expect(of({ found: found('silent') })).toMatchObject({ level: 'bad', key: 'devicesSilent', count: 2 });
  });

  test('names what was found, at night too, and the graver before the live', () => {
    const dead = of({ reportingState: reportingState('asleep'), found: found('makesNothing') });
    expect(dead).toEqual({
      level: 'bad',
      key: 'devicesMakeNothing',
      count: 2,
      behind: 0,
      sinceDay: '2026-06-01',
      sns: ['A', 'B'],
      code: null,
    });
    expect(of({ reportingState: reportingState('alert'), found: found('modulesMakeNothing') }).key).toBe(
      'modulesMakeNothing',
    );
    expect(of({ reportingState: reportingState('alert') })).toMatchObject({ level: 'notice', key: 'alert' });
  });

  test('has nothing to say of a plant without devices or reports', () => {
    expect(of({ reportingState: reportingState('uncommissioned'), lastReportAtMs: null })).toMatchObject({
      level: 'none',
      key: 'uncommissioned',
    });
    expect(of({ reportingState: reportingState('notRegistered') }).level).toBe('none');
    expect(of({ reportingState: reportingState('silent'), lastReportAtMs: null })).toMatchObject({
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
    expect(of({ reportingState: reportingState('alert'), statusBits: 0x4000 })).toMatchObject({
      level: 'bad',
      key: 'alert',
    });
    expect(of({ reportingState: reportingState('alert'), statusBits: 0x0040 })).toMatchObject({
      level: 'notice',
      key: 'alert',
    });
  });
});
