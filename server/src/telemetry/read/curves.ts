// Reads what happens within a day: curves in even slots aligned to the plant's midnight, playback, single reports.
// Null is a gap and never 0: night and silence are for the chart to tell apart.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { type ChannelColumn, type DeviceReadings, readReports, type ScalarColumn } from './readings.ts';
import type { Scope } from './series.ts';
import { addTo, meansOf, type Slots, slotsOfDay } from './slots.ts';

const inSi = (values: Float64Array, perUnit: number): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value / perUnit));

export interface Curve extends Slots {
  /** W, one per slot; null is a gap. */
  values: (number | null)[];
}

/** What is summed up in a curve: inverters give production, meters the grid (+ import), batteries + discharging. */
const KINDS = { inverter: 0, meter: 1, battery: 2 } as const;

const readDay = (db: Db, { siteId, deviceId }: Scope, slots: Slots, columns: Columns) =>
  readReports(db, {
    siteId,
    deviceId,
    fromMs: slots.startMs,
    toMs: slots.startMs + slots.count * slots.stepMs,
    scalars: columns.scalars ?? [],
    channels: columns.channels ?? [],
  });

interface Columns {
  scalars?: readonly ScalarColumn[];
  channels?: readonly ChannelColumn[];
}

/**
 * Power of a local day in steps of minutes: per slot the sum over the devices of `kind` (of one device: whatever it
 * is) of their mean in the slot.
 */
export async function powerOfDay(
  db: Db,
  scope: Scope,
  what: { day: string; stepMinutes: number; kind?: keyof typeof KINDS },
  now: number,
): Promise<Curve> {
  const slots = slotsOfDay(what.day, scope.timeZone, what.stepMinutes);
  const sum = new Float64Array(slots.count).fill(Number.NaN);
  for (const device of await readDay(db, scope, slots, { scalars: ['power'] })) {
    if (scope.deviceId === undefined && device.kind !== KINDS[what.kind ?? 'inverter']) continue;
    addTo(sum, meansOf(device.scalars.power!, device.at, slots, now));
  }
  return { ...slots, values: inSi(sum, 10) };
}

/** The lines of one device over a local day, each aligned to the same slots. */
export interface Lines extends Slots {
  powerW: (number | null)[];
  acVoltageV: (number | null)[];
  frequencyHz: (number | null)[];
  temperatureC: (number | null)[];
  socRatio: (number | null)[];
  /** One per input, `addr` from 1. A device that reports no channels has one, of its own power and DC voltage. */
  channels: { addr: number; powerW: (number | null)[]; voltageV: (number | null)[] }[];
}

export async function linesOfDay(
  db: Db,
  scope: Scope & { deviceId: number },
  what: { day: string; stepMinutes: number },
  now: number,
): Promise<Lines> {
  const slots = slotsOfDay(what.day, scope.timeZone, what.stepMinutes);
  const [device] = await readDay(db, scope, slots, {
    scalars: ['power', 'dc_voltage', 'ac_voltage', 'frequency', 'temperature', 'soc'],
    channels: ['ch_power', 'ch_voltage'],
  });
  const gap = () => Array.from({ length: slots.count }, () => null);
  if (!device) {
    return {
      ...slots,
      powerW: gap(),
      acVoltageV: gap(),
      frequencyHz: gap(),
      temperatureC: gap(),
      socRatio: gap(),
      channels: [],
    };
  }
  const scalar = (name: ScalarColumn, perUnit: number) =>
    inSi(meansOf(device.scalars[name]!, device.at, slots, now), perUnit);
  const channel = (name: ChannelColumn, i: number, perUnit: number) =>
    inSi(meansOf(device.channels[name]!, device.at, slots, now, i, device.width), perUnit);
  const powerW = scalar('power', 10);
  return {
    ...slots,
    powerW,
    acVoltageV: scalar('ac_voltage', 100),
    frequencyHz: scalar('frequency', 1000),
    temperatureC: scalar('temperature', 10),
    socRatio: scalar('soc', 1000),
    channels:
      device.width > 0
        ? Array.from({ length: device.width }, (_, i) => ({
            addr: i + 1,
            powerW: channel('ch_power', i, 10),
            voltageV: channel('ch_voltage', i, 100),
          }))
        : device.kind === KINDS.inverter
          ? [{ addr: 1, powerW, voltageV: scalar('dc_voltage', 100) }]
          : [],
  };
}

export interface Playback extends Slots {
  /** W, the plant's (or device's) power per slot; null is a gap. */
  powerW: (number | null)[];
  /** Every input by device and `addr`. `powers` are W, one per slot; -1 is a gap. */
  modules: { deviceId: number; addr: number; powers: Int32Array }[];
}

/** Module powers between two instants in steps of minutes, whole watts: what the layout plays back. */
export async function playback(
  db: Db,
  scope: Scope,
  what: { fromMs: number; toMs: number; stepMinutes: number },
  now: number,
): Promise<Playback> {
  const stepMs = what.stepMinutes * 60_000;
  const slots = {
    startMs: what.fromMs,
    stepMs,
    count: Math.max(0, Math.ceil((what.toMs - what.fromMs) / stepMs)),
  };
  const sum = new Float64Array(slots.count).fill(Number.NaN);
  const modules: Playback['modules'] = [];
  for (const device of await readDay(db, scope, slots, { scalars: ['power'], channels: ['ch_power'] })) {
    if (device.kind !== KINDS.inverter) continue;
    const whole = meansOf(device.scalars.power!, device.at, slots, now);
    addTo(sum, whole);
    for (const { addr, means } of inputsOf(device, whole, slots, now)) {
      const powers = new Int32Array(slots.count);
      for (let i = 0; i < powers.length; i++) {
        const mean = means[i]!;
        powers[i] = Number.isNaN(mean) ? -1 : Math.max(0, Math.round(mean / 10));
      }
      modules.push({ deviceId: device.deviceId, addr, powers });
    }
  }
  return { ...slots, powerW: inSi(sum, 10), modules };
}

function inputsOf(device: DeviceReadings, whole: Float64Array, slots: Slots, now: number) {
  if (device.width === 0) return [{ addr: 1, means: whole }];
  return Array.from({ length: device.width }, (_, i) => ({
    addr: i + 1,
    means: meansOf(device.channels.ch_power!, device.at, slots, now, i, device.width),
  }));
}

/** One stored report in SI units. */
export interface StoredReport {
  atMs: number;
  kind: number;
  statusBits: number;
  state: number | null;
  powerW: number | null;
  dcVoltageV: number | null;
  acVoltageV: number | null;
  frequencyHz: number | null;
  temperatureC: number | null;
  socRatio: number | null;
  /** Counter as it was reported: of the day for frames, imported or charged for meters and batteries. */
  energyWh: number | null;
  /** Counter: lifetime of inverters that have one, exported or discharged. */
  energyOutWh: number | null;
  channels: { addr: number; powerW: number | null; voltageV: number | null; energyWh: number | null }[];
}

type StoredRow = Omit<StoredReport, 'channels'> & {
  chVoltage: (number | null)[] | null;
  chPower: (number | null)[] | null;
  chEnergy: (number | null)[] | null;
};

/** Reports of one device between two instants (`toMs` not included), a page of them, and how many there are in all. */
export async function reportsBetween(
  db: Db,
  { siteId, deviceId }: { siteId: number; deviceId: number },
  what: { fromMs: number; toMs: number; limit: number; offset: number; newestFirst: boolean },
): Promise<{ reports: StoredReport[]; total: number }> {
  const range = sql`
    from report where site_id = ${siteId} and device_id = ${deviceId} and at >= ${new Date(what.fromMs)}
      and at < ${new Date(what.toMs)}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${range}`.execute(db);
  const { rows } = await sql<StoredRow>`
    select (extract(epoch from at) * 1000)::float8 as "atMs", kind, status_bits as "statusBits", state,
      power / 10.0::float8 as "powerW", dc_voltage / 100.0::float8 as "dcVoltageV",
      ac_voltage / 100.0::float8 as "acVoltageV", frequency / 1000.0::float8 as "frequencyHz",
      temperature / 10.0::float8 as "temperatureC", soc / 1000.0::float8 as "socRatio",
      energy / 10.0::float8 as "energyWh", energy_out / 10.0::float8 as "energyOutWh", ch_voltage as "chVoltage",
      ch_power as "chPower", ch_energy as "chEnergy"
    ${range} order by at ${what.newestFirst ? sql`desc` : sql`asc`}
    limit ${what.limit} offset ${what.offset}`.execute(db);
  const scaled = (stored: number | null | undefined, perUnit: number) =>
    stored === null || stored === undefined ? null : stored / perUnit;
  return {
    total: counted.rows[0]?.total ?? 0,
    reports: rows.map(({ chVoltage, chPower, chEnergy, ...row }) => ({
      ...row,
      channels: (chPower ?? []).map((power, i) => ({
        addr: i + 1,
        powerW: scaled(power, 10),
        voltageV: scaled(chVoltage?.[i], 100),
        energyWh: scaled(chEnergy?.[i], 10),
      })),
    })),
  };
}

/** Highest power between two local days (both included) and, for a plant, when it was. Null without reports. */
export async function peakOf(
  db: Db,
  { siteId, deviceId }: Scope,
  from: string,
  to: string,
): Promise<{ powerW: number; day: string; atMs: number | null } | null> {
  const query =
    deviceId === undefined
      ? sql<{ powerW: number; day: string; atMs: number | null }>`
          select peak_w as "powerW", day, (extract(epoch from peak_at) * 1000)::float8 as "atMs" from site_day
          where site_id = ${siteId} and day between ${from} and ${to} and peak_w is not null
          order by peak_w desc, day limit 1`
      : sql<{ powerW: number; day: string; atMs: number | null }>`
          select peak_w as "powerW", day, null as "atMs" from device_day
          where site_id = ${siteId} and device_id = ${deviceId} and day between ${from} and ${to} and peak_w is not null
          order by peak_w desc, day limit 1`;
  return (await query.execute(db)).rows[0] ?? null;
}
