// A plant with two months of evaluated data, in which one module drops to two thirds of its power.
import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import pg from 'pg';
import { inject } from 'vitest';
import { replayLines } from './fixtures.ts';

/** BDM-2250. */
const MODEL_BYTE = 0xe6;
/** A place with enough sun in every month. */
const PLACE = { latitude: 28.1, longitude: -15.4, timeZone: 'Atlantic/Canary' };
const ARRAY = { id: '1', tiltDeg: 30, azimuthDeg: 180 };
const RATED_W = 400;
const INPUTS = 4;
const STEP_MS = 10 * 60_000;
/** Days with readings, and those of them on which the module is weak. */
const DAYS = 60;
const WEAK_DAYS = 18;
/** Input of the first inverter. */
const WEAK_INPUT = 2;
/** Some lines per request: the endpoint limits the size of a body. */
const LINES_PER_REQUEST = 2000;

export interface WeakModulePlant {
  sid: string;
  name: string;
  sn: string;
  addr: number;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Clear and cloudy days, and clouds that pass. */
function skyOf(day: number, slot: number): number {
  const sky = [1, 0.95, 0.55, 1, 0.8, 1, 0.35][day % 7] ?? 1;
  const passing = Math.sin(slot * 0.7 + day) > 0.8 ? 0.7 : 1;
  return sky === 1 ? 1 : sky * passing;
}

function linesOfDay(serials: readonly string[], day: string, index: number): string[] {
  const { startMs, endMs } = dayBounds(day, PLACE.timeZone);
  const slots = Math.floor((endMs - startMs) / STEP_MS);
  const model = { ...PLACE, altitudeM: 0, pricePerKwh: null, arrays: [ARRAY], modules: [] };
  const clear = expectedDay(model, { startMs, slotMs: STEP_MS, slots, weather: null }).arrays.get(
    '1',
  )!.dcPerRatedW;
  return serials.flatMap((serial, device) => {
    const energies = Array.from({ length: INPUTS }, () => 0);
    return Array.from({ length: slots }, (_, slot) => slot).flatMap((slot) => {
      const light = clear[slot] ?? 0;
      if (!(light > 0.005)) return [];
      const channels = energies.map((_, i) => {
        const isWeak = device === 0 && i + 1 === WEAK_INPUT && index >= DAYS - WEAK_DAYS;
        const noise = 1 + 0.01 * Math.sin(slot * 1.7 + device * 11 + i * 23 + index * 7);
        const powerW =
          Math.round(light * RATED_W * skyOf(index, slot) * noise * (isWeak ? 0.66 : 1) * 10) / 10;
        energies[i] = (energies[i] ?? 0) + (powerW * STEP_MS) / 3_600_000;
        return { voltageV: isWeak ? 23.4 : 35.2, powerW, energyTodayWh: Math.round(energies[i]) };
      });
      const powerW = channels.reduce((sum, one) => sum + one.powerW, 0);
      const bytes = encodeFrame(
        frameFromReading({
          serial,
          modelByte: MODEL_BYTE,
          stateByte: 6,
          powerW,
          statusBits: 0,
          energyTodayWh: channels.reduce((sum, one) => sum + one.energyTodayWh, 0),
          dcVoltageV: 35.2,
          acVoltageV: 230.1,
          frequencyHz: 50,
          temperatureC: 25 + 20 * light,
          channels,
        }),
      );
      const at = new Date(startMs + (slot + 0.5) * STEP_MS).toISOString();
      return [JSON.stringify({ at, frame: Buffer.from(bytes).toString('hex') })];
    });
  });
}

/** Creates the plant for an owner and the company of an installer. The product evaluates it. */
export async function makeWeakModulePlant(
  ownerEmail: string,
  installerEmail: string,
): Promise<WeakModulePlant> {
  const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  const [sid, name] = ['ES_20260101_Wk3m', 'House by the Sea'];
  const serials = ['7E57FA01', '7E57FA02'];
  // The API has no call that creates a plant with its layout.
  await pool.query(
    `with plant as (
       insert into sites (sid, name, owner_id, installer_id, company_id, country_code, latitude, longitude, timezone, currency,
                          electricity_price, registered_at, commissioned_at)
       select $1, $2, o.id, i.id, i.company_id, 'ES', $3, $4, $5, 'EUR', 0.3, '2026-01-01', '2026-01-01'
       from users o, users i where o.email = $6 and i.email = $7 returning id
     ), plane as (
       insert into arrays (site_id, id, name, tilt_deg, azimuth_deg, rated_w) select id, 1, 'Garage', 30, 180, 0 from plant
     ), page as (
       insert into module_pages (site_id, id, name) select id, 1, 'Roof' from plant returning site_id, id
     ), device as (
       insert into devices (vendor, serial, site_id, kind, product_number, model_byte, alias, first_seen_at, created_at, claimed_at)
       select $8, t.serial, plant.id, 'microinverter', 11, $9, 'Garage ' || t.n, '2026-01-01', '2026-01-01', '2026-01-01'
       from plant, unnest($10::text[]) with ordinality as t(serial, n) returning id, alias, site_id
     )
     insert into modules (site_id, device_id, addr, array_id, rated_w, x_m, y_m, page_id)
     select device.site_id, device.id, input, 1, $11, input * 1.2, 2 * substring(device.alias from 8)::int, page.id
     from device, page, generate_series(1, $12::int) as input`,
    [
      sid,
      name,
      PLACE.latitude,
      PLACE.longitude,
      PLACE.timeZone,
      ownerEmail,
      installerEmail,
      firstVendor,
      MODEL_BYTE,
      serials,
      RATED_W,
      INPUTS,
    ],
  );
  const today = localDay(Date.now(), PLACE.timeZone);
  const lines = Array.from({ length: DAYS }, (_, i) =>
    linesOfDay(serials, addDays(today, i - DAYS), i),
  ).flat();
  for (let i = 0; i < lines.length; i += LINES_PER_REQUEST)
    await replayLines(pool, lines.slice(i, i + LINES_PER_REQUEST));
  return { sid, name, sn: snOf(firstVendor, serials[0]!), addr: WEAK_INPUT, pool, close: () => pool.end() };
}
