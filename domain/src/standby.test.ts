import { describe, expect, test } from 'vitest';
import { daylightAt, nightEdge, wakesAt } from './standby.ts';
import { stateOf } from './state.ts';
import { sunAt } from './sun.ts';

const freiburg = { latitude: 47.98, longitude: 7.84 };
const at = (text: string) => Date.parse(text);

interface LastReading {
  nowMs: number;
  lastReportAtMs: number | null;
  latitude: number;
  longitude: number;
}

const isOnStandby = (reading: LastReading) =>
  stateOf({ ...reading, isClaimed: true, isCommissioned: true, statusBits: 0, isProducer: true }) ===
  'asleep';

describe('a silent plant', () => {
  test.each([
    ['sleeps at midnight when it was heard at dusk', '2026-06-15T22:00Z', '2026-06-15T19:05Z', true],
    ['sleeps before dawn', '2026-06-15T02:30Z', '2026-06-14T19:05Z', true],
    ['is missing at night when it fell silent at noon', '2026-06-15T22:00Z', '2026-06-15T11:00Z', false],
    ['is missing at noon', '2026-06-15T11:00Z', '2026-06-15T09:00Z', false],
    ['is missing at night when it was not heard for a week', '2026-06-15T22:00Z', '2026-06-08T19:00Z', false],
    ['may doze on while the sun is still low', '2026-01-15T07:40Z', '2026-01-14T15:40Z', true],
  ])('%s', (_words, now, last, expected) => {
    expect(isOnStandby({ nowMs: at(now), lastReportAtMs: at(last), ...freiburg })).toBe(expected);
  });

  test('that was never heard does not sleep', () => {
    expect(isOnStandby({ nowMs: at('2026-06-15T23:00Z'), lastReportAtMs: null, ...freiburg })).toBe(false);
  });

  test('in polar night sleeps, however long it has been silent', () => {
    const tromso = { latitude: 69.65, longitude: 18.96 };
    const lastReportAtMs = at('2026-11-25T10:00Z');
    expect(isOnStandby({ nowMs: at('2026-12-21T11:00Z'), lastReportAtMs, ...tromso })).toBe(true);
    expect(wakesAt(at('2026-12-21T11:00Z'), 69.65, 18.96)).toBeNull();
  });

  test.each([
    ['Los Angeles', 34.05, -118.24, '2026-06-16T08:00Z', '2026-06-16T02:50Z'],
    ['Auckland', -36.85, 174.76, '2026-06-15T12:00Z', '2026-06-15T05:00Z'],
  ])('sleeps in %s too, where night falls on another UTC day', (_place, latitude, longitude, now, last) => {
    expect(isOnStandby({ nowMs: at(now), lastReportAtMs: at(last), latitude, longitude })).toBe(true);
  });
});

test('waking is the next sunrise, or the one just past while the sun is low', () => {
  const evening = wakesAt(at('2026-06-15T21:00Z'), freiburg.latitude, freiburg.longitude);
  const morning = wakesAt(at('2026-06-16T04:00Z'), freiburg.latitude, freiburg.longitude);
  expect(morning).toBe(evening);
  expect(Math.abs((evening ?? 0) - at('2026-06-16T03:29Z'))).toBeLessThan(5 * 60_000);
});

test('the day of a place is its own', () => {
  const light = daylightAt(at('2026-06-15T23:00Z'), 'Pacific/Auckland', -36.85, 174.76);
  expect(light.kind === 'normal' && new Date(light.noonMs).toISOString().slice(0, 10)).toBe('2026-06-16');
});

test('on the edge of night the sun stands at the horizon, and the dark pole lies in the dark', () => {
  for (const now of ['2026-06-15T21:00Z', '2026-12-21T05:00Z', '2026-09-30T13:17Z']) {
    const { edge, darkPole } = nightEdge(at(now), 30);
    for (const [latitude, longitude] of edge) {
      expect(Math.abs(sunAt(at(now), latitude, longitude).zenithDeg - 90)).toBeLessThan(0.5);
    }
    expect(sunAt(at(now), darkPole, 0).zenithDeg).toBeGreaterThan(90);
  }
});
