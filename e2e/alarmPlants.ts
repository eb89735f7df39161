// Plants for the stories of alarms: invented inverters in Accra, where every day is sunny from six to six.

import { firstVendor } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import type pg from 'pg';
import { vi } from 'vitest';
import { freshSerial, freshSid } from './fixtures.ts';

const ZONE = 'Africa/Accra';
/** BDM-2250 of four inputs. */
export const MODEL_BYTE = 0xe6;

const now = Date.now();
const today = localDay(now, ZONE);
/** The day a number of days ago, YYYY-MM-DD. */
export const dayOf = (back: number): string => addDays(today, -back);
/** Start of the day, ms. */
export const startOf = (back: number): number => dayBounds(dayOf(back), ZONE).startMs;

/** Readings of a day from 6:00 to 18:00, every 15 minutes; `share` is the relative power of each input. */
export function linesOf(
  serial: string,
  back: number,
  {
    fromMs = 0,
    untilMs = now,
    share = [1, 1, 1, 1],
  }: { fromMs?: number; untilMs?: number; share?: number[] } = {},
): string[] {
  const energyWh = [0, 0, 0, 0];
  return Array.from({ length: 49 }, (_, i) => {
    const channels = share.map((part, input) => {
      const powerW = Math.round(300 * part * Math.sin((Math.PI * i) / 48));
      energyWh[input]! += powerW / 4;
      return { voltageV: 37, powerW, energyTodayWh: energyWh[input]! };
    });
    const sum = (of: (channel: (typeof channels)[number]) => number) =>
      channels.reduce((a, c) => a + of(c), 0);
    const frame = encodeFrame(
      frameFromReading({
        serial,
        modelByte: MODEL_BYTE,
        stateByte: 6,
        statusBits: 0,
        channels,
        powerW: sum((c) => c.powerW),
        energyTodayWh: sum((c) => c.energyTodayWh),
        dcVoltageV: 37,
        acVoltageV: 230,
        frequencyHz: 50,
        temperatureC: 30,
      }),
    );
    return { atMs: startOf(back) + 6 * HOUR_MS + (i * HOUR_MS) / 4, frame };
  })
    .filter(({ atMs }) => atMs > fromMs && atMs <= untilMs)
    .map(({ atMs, frame }) =>
      JSON.stringify({ at: new Date(atMs).toISOString(), frame: Buffer.from(frame).toString('hex') }),
    );
}

/** A plant, and the serial numbers of its inverters. */
export interface StoryPlant {
  readonly sid: string;
  readonly name: string;
  readonly serials: readonly string[];
}

/** A plant that is not in the database, with unused serial numbers. */
export const freshPlant = (name: string, inverters: number): StoryPlant => ({
  sid: freshSid('GH'),
  name,
  serials: Array.from({ length: inverters }, freshSerial),
});

/** Inserts a plant of a user into the database. */
export const makePlant = (pool: pg.Pool, owner: string, { sid, name, serials }: StoryPlant) =>
  pool.query(
    `with made as (
       insert into sites (sid, name, owner_id, country_code, latitude, longitude, timezone, registered_at, commissioned_at)
       select $1, $2, id, 'GH', 5.6, -0.2, $3, '2026-01-01', '2026-01-01' from users where email = $4 returning id
     ), devices as (
       insert into devices (vendor, serial, site_id, kind, product_number, model_byte, first_seen_at, created_at, claimed_at)
       select $5, serial, made.id, 'microinverter', 11, $6, '2026-01-01', '2026-01-01', '2026-01-01'
       from made, unnest($7::text[]) as serial returning id, site_id
     )
     insert into modules (site_id, device_id, addr, rated_w, x_m, y_m)
     select site_id, id, addr, 400, addr, id % 10 from devices, generate_series(1, 4) addr`,
    [sid, name, ZONE, owner, firstVendor, MODEL_BYTE, serials],
  );

/** Waits for a result of the scheduler, which can take minutes. */
export const lookUntil = (pool: pg.Pool, holds: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await pool.query(`select graphile_worker.add_job('evaluate_conditions')`);
      await holds();
    },
    { timeout: 150_000, interval: 2000 },
  );
