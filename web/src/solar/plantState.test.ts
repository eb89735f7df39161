import { describe, expect, test } from 'vitest';
import { plantState } from './plantState.ts';

const freiburg = { latitude: 47.98, longitude: 7.84 };
const at = (text: string) => Date.parse(text);
const midnight = at('2026-06-15T22:00Z');
const dusk = at('2026-06-15T19:05Z');

describe('the state of a plant', () => {
  test('is asleep, not offline, when it fell silent with the sun, and says when it wakes', () => {
    const state = plantState({ status: -1, ...freiburg, lastReportAt: dusk }, midnight);
    expect(state).toMatchObject({ status: 'asleep', isLive: false });
    expect(state.wakesAt).toBeGreaterThan(midnight);
  });

  test('is offline when it fell silent by day', () => {
    const state = plantState({ status: -1, ...freiburg, lastReportAt: at('2026-06-15T10:00Z') }, midnight);
    expect(state).toEqual({ status: 'offline', wakesAt: null, isLive: false });
  });

  test('is offline where nobody knows where the sun stands', () => {
    const state = plantState(
      { status: -1, latitude: undefined, longitude: undefined, lastReportAt: dusk },
      midnight,
    );
    expect(state.status).toBe('offline');
  });

  test.each([
    [0, 'online', true],
    [1, 'alert', true],
    [2, 'notRegistered', false],
    [3, 'uncommissioned', false],
  ] as const)('of number %i is %s', (status, expected, isLive) => {
    expect(plantState({ status, ...freiburg, lastReportAt: midnight }, midnight)).toEqual({
      status: expected,
      wakesAt: null,
      isLive,
    });
  });
});
