// Builders of readings for tests: synthetic values, stored in the same way as by the endpoints.

import { deviceKindByCode } from '@helioport/domain/deviceKinds';
import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds } from '@helioport/domain/periods';
import type pg from 'pg';
import { putBatch } from '../src/timeseries/ingestion/put.ts';
import { type IncomingReading, KIND, type Measured } from '../src/timeseries/reading.ts';
import { createPartitions } from '../src/timeseries/retention/partitions.ts';

/** Whose reading, in which plant. */
export interface Reporter {
  deviceId: number;
  /** 0: unclaimed. */
  siteId: number;
  timeZone: string;
}

/** What a test tells of a reading in few words; `scalars`, `inputs` and `phases` name any other measure. */
export interface ReportedValues extends Partial<Measured> {
  /** Power of whatever kind: at the meter, of the battery. */
  power?: number | null;
  /** The first counter of the kind: of the day, imported, charged. */
  energy?: number | null;
  /** The second: of the lifetime, exported, discharged. */
  energyOut?: number | null;
  dcVoltage?: number | null;
  acVoltage?: number | null;
  frequency?: number | null;
  temperature?: number | null;
  soc?: number | null;
  chVoltage?: readonly (number | null)[] | null;
  chPower?: readonly (number | null)[] | null;
  /** Of the day if `energy` is given, else lifetime. */
  chEnergy?: readonly (number | null)[] | null;
}

/** One reading in stored steps (0.1 W, 0.1 Wh …); what is not told is not measured. */
export function makeReading(who: Reporter, atMs: number, reported: ReportedValues = {}): IncomingReading {
  const { kind = KIND.inverter, statusBits = 0, state = 6, scalars, inputs, phases = {} } = reported;
  const { power, counters } = deviceKindByCode(kind)!;
  const [main, second] = counters!;
  return {
    ...who,
    kind,
    statusBits,
    state,
    phases,
    scalars: {
      [power!]: reported.power,
      [main]: reported.energy,
      [second]: reported.energyOut,
      dcVoltage: reported.dcVoltage,
      acVoltage: reported.acVoltage,
      frequency: reported.frequency,
      temperature: reported.temperature,
      soc: reported.soc,
      ...scalars,
    },
    inputs: {
      dcVoltage: reported.chVoltage,
      power: reported.chPower,
      [(reported.energy ?? null) === null ? 'energyTotal' : 'energy']: reported.chEnergy,
      ...inputs,
    },
    atMs,
    hasOwnTime: true,
    ratedW: null,
    contentHash: null,
    raw: null,
  };
}

/** Stores readings in one transaction, like an endpoint. */
export async function storeReadings(
  pool: pg.Pool,
  readings: readonly IncomingReading[],
  nowMs: number,
): Promise<void> {
  const at = readings.map((reading) => reading.atMs);
  await createPartitions(pool).ensure(at, []);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await putBatch(client, readings, nowMs);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Sunshine {
  /** Power of the inverter at noon. */
  peakW: number;
  /** Inputs that share it evenly; 0 for models that name none. */
  channels: number;
  everyMinutes?: number;
  /** No readings after this instant. */
  untilMs?: number;
  statusBits?: number;
}

/** The readings of a cloudless day: half a sine from 06:00 to 20:00 by the hours since the plant's midnight. */
export function sunnyDay(who: Reporter, day: string, sun: Sunshine): IncomingReading[] {
  const { startMs } = dayBounds(day, who.timeZone);
  const [from, to] = [startMs + 6 * HOUR_MS, startMs + 20 * HOUR_MS];
  const stepMs = (sun.everyMinutes ?? 5) * 60_000;
  const readings: IncomingReading[] = [];
  let energyWh = 0;
  for (let at = from; at <= Math.min(to, sun.untilMs ?? to); at += stepMs) {
    const powerW = Math.round(sun.peakW * Math.sin((Math.PI * (at - from)) / (to - from)));
    energyWh += (powerW * stepMs) / HOUR_MS;
    const share = <T>(value: T) =>
      sun.channels === 0 ? null : Array.from({ length: sun.channels }, () => value);
    readings.push(
      makeReading(who, at, {
        statusBits: sun.statusBits ?? 0,
        power: powerW * 10,
        energy: Math.round(energyWh * 10),
        dcVoltage: 3520,
        acVoltage: 23_010,
        frequency: 50_020,
        temperature: 412,
        chVoltage: share(3520),
        chPower: share(Math.round((powerW * 10) / (sun.channels || 1))),
        chEnergy: share(Math.round((energyWh * 10) / (sun.channels || 1))),
      }),
    );
  }
  return readings;
}
