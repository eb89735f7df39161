// Whatever the hour at which the demo is started: every state that a screen can show is somewhere in its world.

import { demoPlants, unclaimedPlant } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { isAlert } from '@helioport/domain/faults';
import { addDays, localDay } from '@helioport/domain/periods';
import { stateOf, stateRule } from '@helioport/domain/state';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { isSilent } from './plant.ts';
import { plantDay } from './plantDay.ts';
import type { DeviceReport } from './reports.ts';
import { createWorld } from './world.ts';

const world = createWorld();
const placed = { isClaimed: true, isCommissioned: true, isProducer: true } as const;
const plantOf = (sid: string): DemoPlant => {
  const plant = [...demoPlants, unclaimedPlant].find((p) => p.sid === sid);
  if (!plant) throw new Error(sid);
  return plant;
};

const days = new Map<DemoPlant, Map<string, DeviceReport[]>>();

/** All reports of a plant's local day, computed once: neighboring instants need the same days. */
function reportsOfDay(plant: DemoPlant, day: string): DeviceReport[] {
  const known = days.get(plant) ?? new Map<string, DeviceReport[]>();
  days.set(plant, known);
  const reports = known.get(day) ?? world.reportsOfDay(plant, day);
  known.set(day, reports);
  return reports;
}
afterEach(() => days.clear());

/**
 * Readings of a plant that the portal has at an instant, from the last `backDays` days, by serial number and in order
 * of time.
 */
function receivedReports(plant: DemoPlant, nowMs: number, backDays: number): Map<string, DeviceReport[]> {
  const bySerial = new Map<string, DeviceReport[]>(plant.inverters.map(({ serial }) => [serial, []]));
  const fromMs = nowMs - backDays * DAY_MS;
  const last = localDay(nowMs - 1, plant.timeZone);
  for (let day = localDay(fromMs, plant.timeZone); day <= last; day = addDays(day, 1))
    for (const report of reportsOfDay(plant, day))
      if (report.atMs >= fromMs && report.atMs < nowMs) bySerial.get(report.serial)?.push(report);
  return bySerial;
}

const newestAt = (reports: readonly DeviceReport[]): number => reports.at(-1)?.atMs ?? 0;

/** Whether a plant has a device that is live and names a fault. */
const hasAlert = (plants: readonly DemoPlant[], nowMs: number): boolean =>
  plants.some((plant) =>
    [...receivedReports(plant, nowMs, 1).values()].some((reports) => {
      const last = reports.at(-1);
      if (last?.kind !== 'inverter') return false;
      const { latitude, longitude } = plant;
      return (
        isAlert(last.statusBits) &&
        stateOf({
          nowMs,
          lastReportAtMs: last.atMs,
          latitude,
          longitude,
          ...placed,
          statusBits: last.statusBits,
        }) === 'alert'
      );
    }),
  );

/** Devices that stopped reporting more than a day before the latest reading of the plant's other devices. */
function silent(plant: DemoPlant, nowMs: number): string[] {
  const bySerial = receivedReports(plant, nowMs, 4);
  const newest = Math.max(...[...bySerial.values()].map(newestAt));
  return [...bySerial].flatMap(([serial, reports]) =>
    newest > newestAt(reports) + stateRule.silentMs + stateRule.duskMs ? [serial] : [],
  );
}

/** Longest hole in what a plant's inverters said on one day, ms. */
function longestHole(plant: DemoPlant, day: string): number {
  const times = reportsOfDay(plant, day).flatMap(({ kind, atMs }) => (kind === 'inverter' ? [atMs] : []));
  return times.reduce((most, at, i) => Math.max(most, i === 0 ? 0 : at - times[i - 1]!), 0);
}

/** Plants with a fault shown in daylight, spread around the Earth. */
const warning = demoPlants.filter(({ faults }) =>
  faults.some(({ kind }) => kind === 'warns' || kind === 'lockedOut'),
);
const krakow = plantOf('PL_20240822_Wd5r');
const garden = plantOf('DE_20250504_Lm3T');
const farm = plantOf('NL_20230918_Vb7x');

test('an alert is somewhere at every hour of every season', () => {
  expect(hasAlert([{ ...garden, faults: [] }], Date.parse('2026-12-21T12:00:00Z'))).toBe(false);
  for (const day of ['2026-12-21', '2027-03-20', '2027-06-21', '2027-09-23'])
    for (let hour = 0; hour < 24; hour++) {
      const nowMs = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
      expect(hasAlert(warning, nowMs), new Date(nowMs).toISOString()).toBe(true);
    }
});

const anInstant = fc.integer({ min: Date.UTC(2026, 9, 6), max: Date.UTC(2028, 9, 1) });

test('whenever it is started: a silent gateway, a gap, something unregistered and something to commission', () => {
  fc.assert(
    fc.property(anInstant, (nowMs) => {
      const today = localDay(nowMs, garden.timeZone);
      const holes = [1, 2].map((back) => longestHole(garden, addDays(today, -back)));
      const serials = silent(krakow, nowMs);
      expect(serials).not.toEqual([]);
      expect(serials.length).toBeLessThan(3);
      expect(Math.max(...holes)).toBeGreaterThan(2 * HOUR_MS);
      // The other day has no gap, so that the gap is detectable.
      expect(Math.min(...holes)).toBeLessThan(HOUR_MS);
      expect(
        [...receivedReports(unclaimedPlant, nowMs, 2).values()].every((reports) => reports.length > 0),
      ).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(demoPlants.filter(({ commissionedDay }) => commissionedDay === null)).toHaveLength(1);
});

test('the day on which one weak link comes back and the next one fails has a silent gateway too', () => {
  const change = krakow.faults.flatMap((fault) =>
    fault.kind === 'silentGateway' ? [fault.offsetDays] : [],
  )[1]!;
  for (let quarter = 0; quarter < 8; quarter++)
    expect(silent(krakow, (20_748 + change) * DAY_MS + (quarter / 4) * DAY_MS)).not.toEqual([]);
  // Planted: links that are down for a week each, as they once were, leave hours without one.
  const once: DemoPlant = {
    ...krakow,
    faults: krakow.faults.map((fault) =>
      fault.kind === 'silentGateway' ? { ...fault, silentDays: 7 } : fault,
    ),
  };
  const found = Array.from({ length: 32 }, (_, i) =>
    silent(once, (20_748 + change) * DAY_MS + (i / 8) * DAY_MS),
  );
  expect(found.filter((serials) => serials.length === 0).length).toBeGreaterThan(0);
});

test('whenever it is started, one of the gateways of a plant is silent with all that is behind it', () => {
  const bodega = plantOf('ES_20220607_Qr2d');
  const gateways = bodega.gateways ?? [];
  for (let day = 0; day < 28; day++) {
    const light = plantDay(bodega, addDays('2026-11-01', day), 'test');
    const found = new Set(
      bodega.inverters.map(({ serial }) => serial).filter((serial) => isSilent(light, serial)),
    );
    const down = gateways.filter(({ behind }) => behind.every((serial) => found.has(serial)));
    expect(down.length).toBeGreaterThan(0);
    expect(down.flatMap(({ behind }) => behind)).toHaveLength(found.size);
  }
});

test('a dead module stands among modules that make enough to judge it by, in every season', () => {
  for (const month of ['2026-12', '2027-03', '2027-06', '2027-09']) {
    const days = Array.from({ length: 14 }, (_, i) => addDays(`${month}-08`, i));
    const good = days.filter((day) => {
      const last = new Map<string, number[]>();
      for (const report of world.reportsOfDay(farm, day))
        if (report.kind === 'inverter')
          last.set(
            report.serial,
            report.channels.map(({ energyTodayWh }) => energyTodayWh),
          );
      const dead = last.get('86D40006')?.[2] ?? 0;
      const others = [...last.values()].flat().sort((a, b) => a - b);
      return dead < 1 && others[Math.floor(others.length / 2)]! >= 80;
    });
    expect(good.length, month).toBeGreaterThan(2);
  }
});
