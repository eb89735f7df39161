// A plant where it is night at this moment, with one inverter that stopped making anything three days ago.

import { firstVendor } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import pg from 'pg';
import { inject } from 'vitest';
import { replayLines } from './fixtures.ts';

const STEP_MS = HOUR_MS / 4;
/** BDM-2250. */
const MODEL_BYTE = 0xe6;
/** Locations near the equator, a quarter of the globe apart, without daylight saving time: at least one has night. */
const places = [
  { timezone: 'Africa/Accra', latitude: 5.6, longitude: -0.2, countryCode: 'GH', hours: 0 },
  { timezone: 'Asia/Dhaka', latitude: 23.8, longitude: 90.4, countryCode: 'BD', hours: 6 },
  { timezone: 'Pacific/Tarawa', latitude: 1.4, longitude: 173, countryCode: 'KI', hours: 12 },
  { timezone: 'America/Costa_Rica', latitude: 9.9, longitude: -84.1, countryCode: 'CR', hours: 18 },
] as const;

const placeAtNight = (nowMs: number) =>
  // From nine in the evening on, and before three.
  places.find(({ hours }) => (new Date(nowMs).getUTCHours() + hours + 3) % 24 < 6)!;

/** The bytes of a BDM-2250 of four inputs: power now in W, energy of the day in Wh. */
export function frameOf(serial: string, powerW: number, energyTodayWh: number): Uint8Array {
  const channel = { voltageV: 37, powerW: powerW / 4, energyTodayWh: energyTodayWh / 4 };
  return encodeFrame(
    frameFromReading({
      serial,
      modelByte: MODEL_BYTE,
      stateByte: 6,
      powerW,
      energyTodayWh,
      statusBits: 0,
      dcVoltageV: 37,
      acVoltageV: 230,
      frequencyHz: 50,
      temperatureC: 30,
      channels: [channel, channel, channel, channel],
    }),
  );
}

/** A day from 6:00 to 18:00 as lines for the replay endpoint; a dead inverter sends no reading. */
export function linesOfDay(serial: string, startMs: number, isDead: boolean): string[] {
  let energyWh = 0;
  return Array.from({ length: 49 }, (_, i) => {
    const powerW = isDead ? 0 : Math.round(1200 * Math.sin((Math.PI * i) / 48));
    energyWh += powerW / 4;
    const at = new Date(startMs + 6 * HOUR_MS + i * STEP_MS).toISOString();
    return JSON.stringify({ at, frame: Buffer.from(frameOf(serial, powerW, energyWh)).toString('hex') });
  });
}

export interface NightPlant {
  sid: string;
  name: string;
  dead: string;
  /** Passes verdicts now instead of within five minutes. */
  evaluateConditions(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the plant for an owner and replays four days; the dead inverter works only on the first. */
export async function makeNightPlant(ownerEmail: string): Promise<NightPlant> {
  const now = Date.now();
  const place = placeAtNight(now);
  const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  const [sid, name] = ['CR_20260101_Zz9k', 'Sleeping Cabin'];
  const [good, dead] = ['7E57DA01', '7E57DA02'];
  // Inserted directly, with dates in the past.
  await pool.query(
    `with made as (
       insert into sites (sid, name, owner_id, country_code, state_code, state_name, city, street, zip_code, latitude,
                          longitude, timezone, currency, electricity_price, temperature_unit, registered_at, commissioned_at)
       select $1, $2, id, $3, '', '', '', '', '', $4, $5, $6, 'EUR', 0.3, 'Celsius', '2026-01-01', '2026-01-01'
       from users where email = $7 returning id
     )
     insert into devices (vendor, serial, site_id, kind, product_number, model_byte, alias, first_seen_at, created_at, claimed_at)
     select $8, serial, made.id, 'microinverter', 11, $9, '', '2026-01-01', '2026-01-01', '2026-01-01'
     from made, unnest($10::text[]) as serial`,
    [
      sid,
      name,
      place.countryCode,
      place.latitude,
      place.longitude,
      place.timezone,
      ownerEmail,
      firstVendor,
      MODEL_BYTE,
      [good, dead],
    ],
  );
  const today = localDay(now, place.timezone);
  const lines = [4, 3, 2, 1, 0].flatMap((back) => {
    const { startMs } = dayBounds(addDays(today, -back), place.timezone);
    if (startMs + 18 * HOUR_MS > now) return [];
    return [...linesOfDay(good, startMs, false), ...linesOfDay(dead, startMs, back < 4)];
  });
  await replayLines(pool, lines);
  return {
    sid,
    name,
    dead,
    close: () => pool.end(),
    async evaluateConditions() {
      await pool.query(`select graphile_worker.add_job('evaluate_conditions')`);
    },
  };
}
