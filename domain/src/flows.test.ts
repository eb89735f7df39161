import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from './duration.ts';
import { energyFlowOf } from './figures.ts';
import { COMPARABLE_MS, type CurrentReading, flowsOf } from './flows.ts';
import { placesOf, type StateKey } from './state.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

const reading = (kind: string, minutes: number, nowW: number, state: StateKey = 'live'): CurrentReading => ({
  kind,
  nowW,
  soc: 0.5,
  lastAt: NOW - minutes * MINUTE_MS,
  reportingRank: placesOf(state).at(-1) ?? 0,
});

const flow = (...devices: CurrentReading[]) => energyFlowOf(flowsOf(devices, NOW));

describe('flowsOf', () => {
  test('combines readings of comparable ages', () => {
    const { home, grid, battery } = flow(
      reading('microinverter', 4, 3000),
      reading('meter', 1, -500),
      reading('battery', 1, -1000),
    );
    expect(home).toMatchObject({ power: 1500, showPower: true });
    expect([grid.outdatedAt, battery.outdatedAt]).toEqual([undefined, undefined]);
  });

  test('leaves the consumption unknown if a value is much older, and returns its time', () => {
    const { PVPanel, home, battery } = flow(
      reading('microinverter', 1, 381),
      reading('meter', 1, 600),
      reading('battery', 12, -876),
    );
    expect(home).toMatchObject({ power: 0, direction: 0, showPower: false });
    expect(battery).toMatchObject({ power: 876, showPower: true, outdatedAt: NOW - 12 * MINUTE_MS });
    expect(PVPanel.outdatedAt).toBeUndefined();
  });

  test.each([
    [COMPARABLE_MS, true],
    [COMPARABLE_MS + 1, false],
  ])('compares readings that are %i ms apart: %s', (apartMs, isKnown) => {
    const meter = { ...reading('meter', 0, 100), lastAt: NOW - apartMs };
    expect(flow(reading('stringMachine', 0, 1000), meter).home.showPower).toBe(isKnown);
  });

  test('has no power for producers that stopped reporting by day, though the meter is live', () => {
    const { PVPanel, home, grid } = flow(reading('microinverter', 30, 0, 'stale'), reading('meter', 1, 400));
    expect(PVPanel).toMatchObject({ show: true, showPower: false, outdatedAt: NOW - 30 * MINUTE_MS });
    expect(home).toMatchObject({ power: 0, showPower: false });
    expect(grid).toMatchObject({ power: 400, showPower: true });
  });

  test('keeps the nodes of a meter and a battery that stopped reporting', () => {
    const { grid, battery, home } = flow(
      reading('microinverter', 1, 900),
      reading('meter', 3000, 0, 'silent'),
      reading('battery', 40, 0, 'stale'),
    );
    expect(grid).toMatchObject({
      show: true,
      showPower: false,
      power: 0,
      outdatedAt: NOW - 3000 * MINUTE_MS,
    });
    expect(battery).toMatchObject({ show: true, showPower: false, rate: 50 });
    expect(home.showPower).toBe(false);
  });

  test('counts producers in standby as 0 W', () => {
    const { PVPanel, home } = flow(reading('microinverter', 300, 0, 'asleep'), reading('meter', 1, 350));
    expect(PVPanel).toMatchObject({ power: 0, showPower: true });
    expect(home).toMatchObject({ power: 350, showPower: true });
  });

  test('counts a device lost for hours as absent, and one late device of many as current', () => {
    const lost = reading('microinverter', 9000, 0, 'silent');
    const others = Array.from({ length: 11 }, () => reading('microinverter', 2, 100));
    const late = reading('microinverter', 14, 90);
    expect(flow(lost, ...others, late, reading('meter', 1, 10)).home).toMatchObject({ power: 1200 });
    expect(flow(lost, late, reading('microinverter', 2, 100), reading('meter', 1, 10)).home.showPower).toBe(
      false,
    );
  });

  test('compares with the present where a clock is ahead', () => {
    const ahead = { ...reading('meter', 0, 100), lastAt: NOW + 9 * MINUTE_MS };
    expect(flow(ahead, reading('microinverter', 5, 500)).home.showPower).toBe(true);
  });

  test('ignores devices without readings', () => {
    expect(flowsOf([{ ...reading('meter', 0, 0, 'uncommissioned'), lastAt: null }], NOW)).toEqual({
      pvW: null,
    });
  });
});
