import { demoPlants, unclaimedPlant } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { parseMessage } from '@helioport/protocol/helioport/message';
import { parseReport } from '@helioport/protocol/helioport/report';
import { decodeFrame } from '@helioport/protocol/nep/frame';
import { readFrame } from '@helioport/protocol/nep/reading';
import { expect, test } from 'vitest';
import { batteryStep } from './battery.ts';
import { frameOf, replayLine } from './frames.ts';
import { merged } from './live.ts';
import { bell, chance, noise, seedOf } from './noise.ts';
import type { BatteryReport, MeterReport } from './reports.ts';
import { createWorld, reportsOf } from './world.ts';

const plantOf = (sid: string): DemoPlant => {
  const plant = demoPlants.find((p) => p.sid === sid);
  if (!plant) throw new Error(sid);
  return plant;
};
const lake = plantOf('DE_20231120_Fg1h');
const house = plantOf('DE_20240312_9kQm');

test('chance is even, repeatable, and smooth where it should be', () => {
  const seed = seedOf('a', 1);
  const drawn = Array.from({ length: 10_000 }, (_, i) => chance(seed, i));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(drawn.reduce((sum, n) => sum + n, 0) / drawn.length).toBeCloseTo(0.5, 1);
  expect(chance(seed, 42)).toBe(drawn[42]);
  expect(seedOf('a', 1)).not.toBe(seedOf('a1'));
  for (let x = -5; x < 5; x += 0.01)
    expect(Math.abs(noise(seed, x + 0.01) - noise(seed, x))).toBeLessThan(0.03);
  const bells = Array.from({ length: 2000 }, (_, i) => bell(i * 7919));
  expect(bells.reduce((sum, n) => sum + n, 0) / 2000).toBeCloseTo(0, 0);
});

test('asked in any order, by anybody, the world tells the same', () => {
  const day = '2026-10-14';
  const forward = createWorld();
  forward.reportsOfDay(lake, addDays(day, -1));
  const a = forward.reportsOfDay(lake, day);
  const backward = createWorld();
  backward.reportsOfDay(lake, addDays(day, 1));
  expect(backward.reportsOfDay(lake, day)).toEqual(a);
  const { startMs, endMs } = dayBounds(day, lake.timeZone);
  expect(reportsOf(lake, startMs, endMs)).toEqual(a);
});

test('the present continues the past without a hole or a repetition', () => {
  const world = createWorld();
  const [fromMs, cutMs, toMs] = [0, 7.3, 30].map(
    (h) => Date.parse('2026-10-24T06:00:00Z') + h * 3_600_000,
  ) as [number, number, number];
  const whole = world.reportsOf(lake, fromMs, toMs);
  const past = world.reportsOf(lake, fromMs, cutMs);
  const present = [];
  for (const { atMs, report } of merged(createWorld(), [lake], cutMs)) {
    if (atMs >= toMs) break;
    present.push(report());
  }
  expect([...past, ...present]).toEqual(whole);
});

test('live reports of all plants come in order of time; one that waits for its commissioning says nothing', () => {
  let before = 0;
  let count = 0;
  for (const { atMs, report } of merged(createWorld(), demoPlants, Date.parse('2026-10-24T06:00:00Z'))) {
    expect(atMs).toBeGreaterThanOrEqual(before);
    before = atMs;
    expect(report().serial.startsWith('86D7')).toBe(false);
    if (++count > 3000) break;
  }
});

test('days of 23 and 25 hours are as long for the meter as for the plant', () => {
  const world = createWorld();
  const meters = (day: string) => world.reportsOfDay(lake, day).filter((r) => r.kind === 'meter').length;
  expect(meters('2026-10-24')).toBe(288);
  expect(meters('2026-10-25')).toBe(300);
  const spring = createWorld().reportsOfDay(
    { ...lake, meter: { ...lake.meter!, installedDay: '2026-03-20' } },
    '2026-03-29',
  );
  expect(spring.filter((r) => r.kind === 'meter')).toHaveLength(276);
});

test('lifetime counters of meter and battery only rise, over midnight too, and fit power and charge', () => {
  const reports = createWorld().reportsOf(
    lake,
    Date.parse('2026-10-10T00:00:00Z'),
    Date.parse('2026-10-16T00:00:00Z'),
  );
  const meter = reports.filter((r): r is MeterReport => r.kind === 'meter');
  const battery = reports.filter((r): r is BatteryReport => r.kind === 'battery');
  for (const [i, r] of meter.entries()) {
    expect(r.importedWh).toBeGreaterThanOrEqual(meter[i - 1]?.importedWh ?? 0);
    expect(r.exportedWh).toBeGreaterThanOrEqual(meter[i - 1]?.exportedWh ?? 0);
    expect(r.importedWh - (meter[i - 1]?.importedWh ?? r.importedWh)).toBeLessThan(3000);
  }
  for (const [i, r] of battery.entries()) {
    expect(r.chargedWh).toBeGreaterThanOrEqual(battery[i - 1]?.chargedWh ?? 0);
    expect(r.dischargedWh).toBeGreaterThanOrEqual(battery[i - 1]?.dischargedWh ?? 0);
    expect(r.socRatio).toBeGreaterThanOrEqual(0.0799);
    expect(r.socRatio).toBeLessThanOrEqual(1.0001);
    expect(Math.abs(r.powerW)).toBeLessThanOrEqual(5000);
  }
  expect(new Set(battery.map((r) => Math.sign(Math.round(r.powerW)))).size).toBeGreaterThan(1);
});

test('the battery fills, empties to its reserve and loses on the way', () => {
  const battery = lake.battery!;
  const full = batteryStep(battery, battery.capacityWh - 1, 3000, 1 / 60);
  expect(full.storedWh).toBeCloseTo(battery.capacityWh, 6);
  const empty = batteryStep(battery, battery.capacityWh * battery.reserveRatio, -3000, 1 / 60);
  expect(empty.powerW).toBeCloseTo(0, 9);
  const charged = batteryStep(battery, 4000, 9000, 1 / 60);
  expect(charged.powerW).toBe(-battery.maxPowerW);
  const back = batteryStep(battery, charged.storedWh, -9000, 1 / 60);
  expect(back.powerW).toBe(battery.maxPowerW);
  expect(back.storedWh).toBeLessThan(4000);
});

test('frames say what was put into them', () => {
  for (const plant of [house, plantOf('US_20250211_Kp4s'), plantOf('JP_20250620_Yu3b'), unclaimedPlant]) {
    for (const report of createWorld().reportsOfDay(plant, '2026-11-12')) {
      if (report.kind !== 'inverter') continue;
      const bytes = frameOf(report);
      expect(bytes.length).toBe(report.frameSize);
      const decoded = decodeFrame(bytes);
      if (!decoded.ok) throw new Error(decoded.refusal);
      expect(decoded.checksums).toEqual({ inner: true, sum: true, xor: true });
      const reading = readFrame(decoded.frame);
      expect(reading.serial).toBe(report.serial);
      expect(reading.statusBits).toBe(report.statusBits);
      expect(reading.powerW).toBeCloseTo(report.powerW, 1);
      expect(Math.abs(reading.energyTodayWh - report.energyTodayWh)).toBeLessThan(1.9);
      expect(reading.acVoltageV).toBeCloseTo(report.acVoltageV, 1);
      expect(reading.frequencyHz).toBeCloseTo(report.frequencyHz, 2);
      expect(Math.abs(reading.temperatureC - report.temperatureC)).toBeLessThan(0.1);
      if (report.frameSize === 69) {
        expect(reading.channels).toHaveLength(4);
        for (const [i, channel] of report.channels.entries()) {
          expect(reading.channels[i]?.powerW).toBeCloseTo(channel.powerW, 1);
          expect(reading.channels[i]?.voltageV).toBeCloseTo(channel.voltageV, 1);
        }
      }
    }
  }
});

test('meters and batteries say it in reports that the protocol reads', () => {
  for (const report of createWorld().reportsOfDay(lake, '2026-11-12')) {
    const line = JSON.parse(replayLine(report)) as { at: string; sn?: string; report?: unknown };
    expect(Date.parse(line.at)).toBe(report.atMs);
    if (report.kind === 'inverter') continue;
    const parsed = parseReport(line.report);
    expect(parsed).toMatchObject({ ok: true, report: { kind: report.kind } });
    expect(line.sn).toBe(report.serial);
  }
});

/** Messages of a plant of another vendor over two days, as JSON. */
function messagesOf(sid: string) {
  const world = createWorld();
  const reports = ['2026-11-11', '2026-11-12'].flatMap((day) => world.reportsOfDay(plantOf(sid), day));
  return reports.map((report) => {
    const line = JSON.parse(replayLine(report)) as { sn: string; report: unknown };
    return { report, sn: line.sn, parsed: parseMessage(line.report) };
  });
}

test('a machine says in one message what its parts do, and its energies add up', () => {
  let last: readonly number[] = [];
  let withSun = 0;
  for (const { report, sn, parsed } of messagesOf('AT_20250403_Hy7m')) {
    expect(sn).toBe('sunhall.HYB10-24017');
    if (!parsed.ok || !('machine' in parsed) || report.kind !== 'machine')
      throw new Error('no message of a machine');
    const { inverter, meter, battery } = parsed.machine.parts;
    expect(Object.keys(parsed.machine.parts)).toEqual([
      ...(report.inverter ? ['inverter'] : []),
      'meter',
      'battery',
    ]);
    // Consumption is the sum of the components' power.
    expect((inverter?.powerW ?? 0) + meter!.powerW! + battery!.powerW!).toBeGreaterThan(0);
    if (!inverter) continue;
    withSun++;
    // Counters of a lifetime go on over the night.
    const counters = [inverter.energyOutWh!, ...inverter.channels.map(({ energyWh }) => energyWh!)];
    expect(counters).toHaveLength(3);
    expect(counters.every((wh, i) => wh >= (last[i] ?? 100_000))).toBe(true);
    expect(counters[1]! + counters[2]!).toBeCloseTo(counters[0]!, 0);
    last = counters;
  }
  expect(withSun).toBeGreaterThan(150);
});

test('a single inverter of another vendor says it beside the meter of the first', () => {
  const messages = messagesOf('AT_20250611_Bk3w');
  expect(messages.every(({ parsed }) => parsed.ok && 'report' in parsed)).toBe(true);
  expect(new Set(messages.map(({ sn }) => sn))).toEqual(new Set(['sunhall.TRI8-10933', '4DE10001']));
});

test('an inverter that came for another speaks since then, and both together say what one would have said', () => {
  const garden = plantOf('DE_20250504_Lm3T');
  const came = garden.inverters.find(({ replaces }) => replaces !== undefined)!;
  const day = '2026-10-15';
  const replacedAtMs = dayBounds(day, garden.timeZone).startMs + 12 * 3_600_000;
  const swapped = createWorld('helioport', replacedAtMs);
  const of = (serial: string | undefined, on: string, world = swapped) =>
    world
      .reportsOfDay(garden, on)
      .flatMap((report) => (report.kind === 'inverter' && report.serial === serial ? [report] : []));
  const [before, after] = [of(came.replaces, day), of(came.serial, day)];
  expect(before.at(-1)!.atMs).toBeLessThan(replacedAtMs);
  expect(after[0]!.atMs).toBeGreaterThanOrEqual(replacedAtMs);
  const whole = of(came.serial, day, createWorld());
  expect(before.length + after.length).toBe(whole.length);
  const [old, fresh, one] = [before.at(-1)!, after.at(-1)!, whole.at(-1)!];
  expect(old.energyTodayWh).toBeGreaterThan(100);
  expect(fresh.energyTodayWh).toBeGreaterThan(100);
  expect(old.energyTodayWh + fresh.energyTodayWh).toBeCloseTo(one.energyTodayWh, 6);
  expect(old.channels[0]!.energyTodayWh + fresh.channels[0]!.energyTodayWh).toBeCloseTo(
    one.channels[0]!.energyTodayWh,
    6,
  );
  expect(of(came.serial, addDays(day, -1))).toEqual([]);
  expect(of(came.replaces, addDays(day, 1))).toEqual([]);
  expect(of(came.serial, addDays(day, 1))).toEqual(of(came.serial, addDays(day, 1), createWorld()));
});
