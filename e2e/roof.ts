// A plant of fifteen inverters with four inputs each, without a layout, and its energy of yesterday.

import { firstVendor } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import pg from 'pg';
import { inject } from 'vitest';
import { freshSerial, freshSid, replayLines } from './fixtures.ts';

const STEP_MS = HOUR_MS / 4;
/** BDM-2250. */
const MODEL_BYTE = 0xe6;
const TIME_ZONE = 'Europe/Berlin';

export interface RoofPlant {
  sid: string;
  name: string;
  /** In order of assignment. */
  serials: string[];
  /** YYYY-MM-DD, the day of the readings. */
  yesterday: string;
}

/** From 9:00 to 15:00; the last input of the first inverter has half the power of the others. */
function linesOf(serial: string, startMs: number, isWeak: boolean): string[] {
  let energyWh = 0;
  return Array.from({ length: 25 }, (_, i) => {
    const inputW = Math.round(250 * Math.sin((Math.PI * (i + 1)) / 26));
    const powers = [inputW, inputW, inputW, isWeak ? inputW / 2 : inputW];
    const powerW = powers.reduce((sum, watts) => sum + watts, 0);
    energyWh += powerW / 4;
    const channels = powers.map((watts) => ({ voltageV: 37, powerW: watts, energyTodayWh: energyWh / 4 }));
    const bytes = encodeFrame(
      frameFromReading({
        serial,
        modelByte: MODEL_BYTE,
        stateByte: 6,
        powerW,
        energyTodayWh: energyWh,
        statusBits: 0,
        dcVoltageV: 37,
        acVoltageV: 230,
        frequencyHz: 50,
        temperatureC: 30,
        channels,
      }),
    );
    const at = new Date(startMs + 9 * HOUR_MS + i * STEP_MS).toISOString();
    return JSON.stringify({ at, frame: Buffer.from(bytes).toString('hex') });
  });
}

let made = 0;

/** Creates a plant for an owner, each with serial numbers and a name of its own. */
export async function makeRoofPlant(ownerEmail: string): Promise<RoofPlant> {
  const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
  const [sid, name] = [freshSid('DE'), `Roof of Sixty ${made++}`];
  const serials = Array.from({ length: 15 }, freshSerial);
  await pool.query(
    `with made as (
       insert into sites (sid, name, owner_id, country_code, latitude, longitude, timezone, registered_at, commissioned_at)
       select $1, $2, id, 'DE', 52.5, 13.4, $3, '2026-01-01', '2026-01-01' from users where email = $4 returning id
     )
     insert into devices (vendor, serial, site_id, kind, product_number, model_byte, first_seen_at, claimed_at)
     select $5, serial, made.id, 'microinverter', 11, $6, '2026-01-01', '2026-01-01' from made, unnest($7::text[]) as serial`,
    [sid, name, TIME_ZONE, ownerEmail, firstVendor, MODEL_BYTE, serials],
  );
  const yesterday = addDays(localDay(Date.now(), TIME_ZONE), -1);
  const { startMs } = dayBounds(yesterday, TIME_ZONE);
  const lines = serials.flatMap((serial, i) => linesOf(serial, startMs, i === 0));
  await replayLines(pool, lines);
  await pool.end();
  return { sid, name, serials, yesterday };
}
