import { demoPlants } from '@helioport/demo/plants';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { encodeCommand } from '@helioport/protocol/helioport/command';
import { expect, test } from 'vitest';
import { followSchedule, merged } from './live.ts';
import { createRemoteDevice } from './remote.ts';
import type { DeviceReport } from './reports.ts';
import { createWorld } from './world.ts';

const plant = demoPlants.find(({ compositeDevice }) => compositeDevice)!;
/** A Monday, midnight in Vienna. */
const MIDNIGHT = Date.UTC(2026, 9, 4, 22);
const at = (hour: number) => MIDNIGHT + hour * 3_600_000;
const charging: BatterySchedule = {
  windows: [{ days: [1], from: 120, to: 240, mode: 'charge', powerW: 2000, targetRatio: 1 }],
  reserveRatio: 0.1,
  isGridCharging: true,
};
const batteryW = (reports: readonly DeviceReport[]) =>
  reports.flatMap((one) => (one.kind === 'machine' && one.battery ? [one.battery.powerW] : []));

test('a battery that was told a schedule follows it in its windows, and does as before outside of them', () => {
  const [world, before] = [createWorld(), createWorld()];
  world.setSchedule(plant.sid, charging, MIDNIGHT);
  const within = batteryW(world.reportsOf(plant, at(2), at(3)));
  expect(within.length).toBeGreaterThan(5);
  for (const powerW of within) expect(powerW).toBeCloseTo(-2000, 6);
  expect(batteryW(before.reportsOf(plant, at(2), at(3))).some((w) => Math.abs(w + 2000) > 1)).toBe(true);
  expect(world.reportsOf(plant, at(0), at(2))).toEqual(before.reportsOf(plant, at(0), at(2)));
});

test('without leave to charge from the grid it takes only what is left of the sun', () => {
  const world = createWorld();
  world.setSchedule(plant.sid, { ...charging, isGridCharging: false }, MIDNIGHT);
  for (const powerW of batteryW(world.reportsOf(plant, at(2), at(3)))) expect(Math.abs(powerW)).toBe(0);
});

test.each([0, 1, 2, 3, 4])(
  'a battery reports at once by a new schedule, %i minutes into its interval',
  (minute) => {
    const world = createWorld();
    const nowMs = at(2.5) + minute * 60_000 + 1;
    const report = followSchedule(world, plant, charging, nowMs);
    expect(report?.atMs).toBe(nowMs);
    expect(batteryW([report!])[0]).toBeCloseTo(-2000, 6);
  },
);

test('what it was about to say when a schedule came is said by the schedule', () => {
  const world = createWorld();
  for (const due of merged(world, [plant], at(2.5))) {
    // The report is chosen and waits for its instant.
    if (batteryW([due.report()]).length === 0) continue;
    world.setSchedule(plant.sid, charging, at(2.5));
    expect(batteryW([due.report()])[0]).toBeCloseTo(-2000, 6);
    break;
  }
});

test('a machine says how far it is with a firmware before it runs it, and refuses a schedule without a battery', () => {
  const device = createRemoteDevice('sunhall.A-0001', {});
  const send = (more: object) =>
    device.receive(
      new TextEncoder().encode(
        encodeCommand({ id: '7', set: {}, expiresAt: '2099-01-01T00:00:00Z', ...more }),
      ),
      0,
    );
  const firmware = { version: '2.0.0', url: 'https://files.example/a', sha256: 'ab'.repeat(32) };
  expect(send({ firmware }).map(({ update, firmware: runs }) => update?.percent ?? runs)).toEqual([
    50,
    90,
    '2.0.0',
  ]);
  expect(send({ schedule: charging })).toMatchObject([{ refused: 'unknown' }]);
});
