// Test cases for late data: readings of a device over some days, their order of arrival, and conditions on the stored
// rows. The comparisons work row by row and share no code with the roll-up.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import { sql } from 'kysely';
import type { Arrival } from '../src/ingest/decode.ts';
import type { Db } from '../src/platform/db.ts';

export const ORDERS = ['in order', 'shuffled', 'backwards'] as const;
export const STORIES = ['frames', 'lifetime counter', 'counter with restarts', 'meter'] as const;
export type Order = (typeof ORDERS)[number];
export type Story = (typeof STORIES)[number];

const STEP = 600_000;

function frame(serial: string, atMs: number, energyTodayWh: number): Arrival {
  const share = (part: number) => ({
    voltageV: 33,
    powerW: 1000 * part,
    energyTodayWh: energyTodayWh * part,
  });
  const reading = frameFromReading({
    serial,
    modelByte: 0xe6,
    stateByte: 6,
    powerW: 1000,
    dcVoltageV: 33,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 30,
    energyTodayWh,
    statusBits: 0,
    channels: [0.1, 0.2, 0.3, 0.4].map(share),
  });
  return { kind: 'frame', bytes: encodeFrame(reading), atMs };
}

/** Readings of a serial number over `days` days from `startMs` on, in order: one every ten minutes, 1 Wh per minute. */
export function storyOf(story: Story, serial: string, startMs: number, days: number): Arrival[] {
  const arrivals: Arrival[] = [];
  for (let atMs = startMs + 10.5 * HOUR_MS; atMs < startMs + days * DAY_MS; atMs += STEP) {
    const minutes = (atMs - startMs) / 60_000;
    const sinceMidnightMs = (atMs - startMs) % DAY_MS;
    if (story === 'frames') {
      const sinceDawnMs = sinceMidnightMs - 6 * HOUR_MS;
      if (sinceDawnMs >= 0 && sinceDawnMs <= 12 * HOUR_MS)
        arrivals.push(frame(serial, atMs, sinceDawnMs / 3_600));
      continue;
    }
    // Starts again at 17:20 of every second day.
    const restarts = story === 'counter with restarts' ? Math.floor((minutes + 400) / 2880) : 0;
    const counter = restarts > 0 ? ((minutes + 400) % 2880) + 3 : minutes + 50_000;
    arrivals.push({
      kind: 'report',
      sn: serial,
      atMs,
      report:
        story === 'meter'
          ? { kind: 'meter', powerW: 60, energyInWh: counter, energyOutWh: counter / 2, channels: [] }
          : {
              kind: 'inverter',
              powerW: 60,
              energyOutWh: counter,
              channels: [1, 2].map((index) => ({ index, powerW: 30, energyWh: counter / 2 })),
            },
    });
  }
  return arrivals;
}

/** The same in another order; `seed` decides how they are shuffled. */
export function ordered(arrivals: readonly Arrival[], order: Order, seed: number): Arrival[] {
  if (order === 'in order') return [...arrivals];
  if (order === 'backwards') return arrivals.toReversed();
  let state = (seed * 7919 + 1) % 0x7fffffff;
  const next = () => {
    state = (state * 48_271) % 0x7fffffff;
    return state;
  };
  return arrivals
    .map((arrival) => ({ arrival, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ arrival }) => arrival);
}

interface DayRow {
  day: string;
  deviceId: number;
  kind: number;
  wh: number;
  outWh: number | null;
  first: (number | null)[];
  opening: (number | null)[];
  closing: (number | null)[];
}

const tenths = (wh: number) => Math.round(wh * 10) / 10;
const sum = (values: readonly (number | null)[]) => tenths(values.reduce<number>((a, b) => a + (b ?? 0), 0));

/** What does not add up of a plant whose days are UTC's and whose devices are of one kind; empty when all is well. */
export async function whatDiffers(db: Db, siteId: number): Promise<string[]> {
  const all = async <T>(text: string) =>
    (await sql<T>`${sql.raw(text)} where site_id = ${siteId}`.execute(db)).rows;
  const days = (
    await all<DayRow>(`select day, device_id as "deviceId", kind, energy_wh as wh, out_wh as "outWh", first::float8[],
      opening::float8[], closing::float8[] from device_day`)
  ).sort((a, b) => (a.day < b.day ? -1 : 1));
  const modules = await all<{ day: string; addr: number; wh: number }>(
    'select day, addr, energy_wh as wh from module_day',
  );
  const plantDays = await all<{
    day: string;
    wh: number | null;
    importWh: number | null;
    exportWh: number | null;
  }>('select day, energy_wh as wh, import_wh as "importWh", export_wh as "exportWh" from site_day');
  const plantHours = await all<{ day: string; wh: number | null; importWh: number | null }>(
    'select hour_at::date as day, energy_wh as wh, import_wh as "importWh" from site_hour',
  );
  const deviceHours = await all<{ day: string; wh: number }>(
    'select hour_at::date as day, energy_wh as wh from device_hour',
  );
  const months = await all<{ month: string; wh: number | null }>(
    'select month, energy_wh as wh from site_month',
  );
  const newest = await all<{
    day: string;
    dayWh: number;
    beforeWh: number;
    chDay: (number | null)[] | null;
    chBefore: (number | null)[] | null;
  }>(
    `select day, day_wh as "dayWh", before_wh as "beforeWh", ch_day_wh as "chDay", ch_before_wh as "chBefore" from latest`,
  );
  const plantNewest = await all<{ wh: number }>('select day_wh + before_wh as wh from site_latest');

  const found: string[] = [];
  const same = (what: string, a: number, b: number) => {
    if (tenths(a) !== tenths(b)) found.push(`${what}: ${tenths(a)} is not ${tenths(b)}`);
  };
  const isMeter = days.some(({ kind }) => kind === 1);
  const total = sum(days.map(({ wh }) => wh));
  same('newest rows', sum(newest.map((row) => row.dayWh + row.beforeWh)), total);
  same('newest row of the plant', sum(plantNewest.map(({ wh }) => wh)), isMeter ? 0 : total);
  const inputs = newest.map(({ chDay, chBefore }) => sum([...(chDay ?? []), ...(chBefore ?? [])]));
  same('newest rows of inputs', sum(inputs), sum(modules.map(({ wh }) => wh)));
  if (plantDays.length !== new Set(days.map(({ day }) => day)).size)
    found.push('days of the plant are missing');
  for (const { day, wh, importWh, exportWh } of plantDays) {
    const ofDay = days.filter((row) => row.day === day);
    same(`${day} of the plant`, (isMeter ? importWh : wh) ?? 0, sum(ofDay.map((row) => row.wh)));
    same(`${day} exported`, exportWh ?? 0, sum(ofDay.map((row) => row.outWh)));
    const hours = plantHours.filter((hour) => hour.day === day);
    same(
      `${day} hours`,
      sum(hours.map((hour) => (isMeter ? hour.importWh : hour.wh))),
      (isMeter ? importWh : wh) ?? 0,
    );
    if (!isMeter)
      same(
        `${day} hours of devices`,
        sum(deviceHours.filter((h) => h.day === day).map((h) => h.wh)),
        wh ?? 0,
      );
  }
  for (const { month, wh } of months) {
    const ofMonth = plantDays.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7));
    same(`${month}`, wh ?? 0, sum(ofMonth.map((day) => day.wh)));
  }
  days.forEach(({ day, kind, first, opening }, i) => {
    const before = days[i - 1];
    if (!before) return;
    opening.forEach((value, slot) => {
      // Counters of frames start again at dawn.
      if ((first[slot] ?? null) === null || (kind === 0 && (first[0] ?? null) !== null)) return;
      if (value !== before.closing[slot])
        found.push(
          `${day} counter ${slot} opens at ${value} where ${before.day} closed at ${before.closing[slot]}`,
        );
    });
  });
  return found;
}
