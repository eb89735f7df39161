import { describe, expect, test } from 'vitest';
import {
  type ConditionFacts,
  conditionOfMany,
  countSeverities,
  deviceCondition,
  plantCondition,
} from './condition.ts';
import { placesOf, reportingStateAt, type StateKey } from './state.ts';

const reportingState = (state: StateKey, nth = 0) => reportingStateAt(placesOf(state)[nth] ?? -1);
const facts = (state: StateKey, more: Partial<ConditionFacts> = {}): ConditionFacts => ({
  reportingState: reportingState(state),
  hasReported: true,
  statusBits: 0,
  open: null,
  ...more,
});

describe('the status of a plant', () => {
  test('with a critical fault is a critical alert, from its first reading and as an alarm', () => {
    const seen = { state: 'alert', status: 1, severity: 'critical', cause: '4000' };
    expect(plantCondition(facts('alert', { statusBits: 0x4000 }))).toMatchObject(seen);
    expect(plantCondition(facts('alert', { statusBits: 0x4000, open: '4000' }))).toMatchObject(seen);
    expect(plantCondition(facts('alert', { statusBits: 0x4002, open: 'makesNothing' }))).toMatchObject(seen);
  });

  test('with a minor fault is no more than minor, and information until it is an alarm', () => {
    expect(plantCondition(facts('alert', { statusBits: 0x40 }))).toMatchObject({ severity: 'info' });
    expect(plantCondition(facts('alert', { statusBits: 0x40, open: '0040' }))).toMatchObject({
      state: 'alert',
      severity: 'minor',
    });
  });

  test('is not well while a module is dead, whether or not a fault came and went', () => {
    for (const state of ['live', 'asleep', 'stale'] as const)
      expect(plantCondition(facts(state, { open: 'modulesMakeNothing' }))).toMatchObject({
        state: 'alert',
        status: 1,
        severity: 'minor',
        cause: 'modulesMakeNothing',
      });
  });

  test('with a silent gateway, a dead inverter or a silent device is an alert, by day and by night', () => {
    for (const open of ['gatewaySilent', 'makesNothing', 'silent'])
      for (const state of ['live', 'asleep'] as const)
        expect(plantCondition(facts(state, { open }))).toMatchObject({ state: 'alert', severity: 'major' });
  });

  test('that lost communication is major as long as its alarm is open, and not once it reports', () => {
    expect(plantCondition(facts('silent'))).toMatchObject({ state: 'silent', status: -1, severity: 'major' });
    expect(plantCondition(facts('offline', { open: 'plantSilent' }))).toMatchObject({
      state: 'offline',
      severity: 'major',
      cause: 'plantSilent',
    });
    expect(plantCondition(facts('live', { open: 'plantSilent' }))).toMatchObject({ severity: 'none' });
  });

  test('without devices or readings has no severity, and one that never reported is information', () => {
    expect(plantCondition(facts('notRegistered', { hasReported: false })).severity).toBe('none');
    expect(plantCondition(facts('uncommissioned', { hasReported: false })).severity).toBe('none');
    expect(plantCondition(facts('silent', { hasReported: false })).severity).toBe('info');
  });
});

describe('the status of a device', () => {
  test('that is dead is not standby, and one that reports again has not lost communication', () => {
    expect(deviceCondition(facts('asleep', { open: 'makesNothing' }))).toMatchObject({ state: 'alert' });
    expect(deviceCondition(facts('asleep', { open: 'silent' }))).toMatchObject({
      state: 'silent',
      severity: 'major',
    });
    expect(deviceCondition(facts('live', { open: 'silent' }))).toMatchObject({
      state: 'live',
      severity: 'none',
    });
  });
});

describe('several plants', () => {
  test('are counted by severity: one in 834 is one, not all', () => {
    const plants = [
      ...Array.from({ length: 833 }, () => ({ severity: 'none' as const })),
      { severity: 'critical' as const },
    ];
    expect(countSeverities(plants)).toEqual([
      { severity: 'critical', count: 1 },
      { severity: 'none', count: 833 },
    ]);
    expect(conditionOfMany(plants)).toEqual({ severity: 'critical' });
    expect(conditionOfMany([])).toBeUndefined();
  });
});
