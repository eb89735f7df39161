// A plant for tests of the analytics: readings under a changing sky, with faults of its modules. Not a benchmark: it uses the
// same clear sky as the evaluation, so it only shows that readings become findings.

import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { firstVendor, snOf } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { productByNumber } from '@helioport/domain/products';
import { sql } from 'kysely';
import { makeSite } from '../seed/make.ts';
import { makeReading, storeReadings } from '../seed/makeReadings.ts';
import type { Database } from '../src/platform/db.ts';
import { inTransaction } from '../src/platform/db.ts';
import { setArrays } from '../src/repositories/arrays.ts';
import { addModules } from '../src/repositories/modules.ts';
import type { IncomingReading } from '../src/timeseries/reading.ts';

/** Share of its power that a module gives: by the number of the day from 0, the device, and the input from 1. */
export type Health = (dayIndex: number, device: number, addr: number) => number;

export interface SunlitPlant {
  id: number;
  sid: string;
  deviceIds: number[];
  serials: string[];
  sns: string[];
}

export interface SunlitOptions {
  devices?: number;
  ownerId?: number | null;
  companyId?: number | null;
  latitude?: number;
  longitude?: number;
  name?: string;
}

const ZONE = 'Europe/Berlin';
const RATED_W = 400;
const INPUTS = 4;
const CAPACITY = { latitude: 52.52, longitude: 13.41 };
let made = 0;

/** A plant of microinverters with four inputs on one array, tilted 30° to the south. */
export async function makeSunlitPlant(database: Database, options: SunlitOptions = {}): Promise<SunlitPlant> {
  const { devices = 2, latitude = CAPACITY.latitude, longitude = CAPACITY.longitude, ...rest } = options;
  const product = productByNumber(11)!;
  return await inTransaction(database.db, 'write', async (tx) => {
    const site = await makeSite(tx, { latitude, longitude, timezone: ZONE, ...rest });
    await setArrays(tx, site.id, [{ id: null, name: 'South', tiltDeg: 30, azimuthDeg: 180 }]);
    const plant: SunlitPlant = { ...site, deviceIds: [], serials: [], sns: [] };
    for (let i = 0; i < devices; i++) {
      const serial = (0xa1000000 + made++).toString(16).toUpperCase();
      const { rows } = await sql<{ id: number }>`
        insert into devices (vendor, serial, site_id, kind, product_number, model_byte, first_seen_at, created_at, claimed_at)
        values (${firstVendor}, ${serial}, ${site.id}, 'microinverter', ${product.number}, ${product.modelByte},
          '2026-01-01', '2026-01-01', '2026-01-01') returning id`.execute(tx);
      const id = rows[0]!.id;
      plant.deviceIds.push(id);
      plant.serials.push(serial);
      plant.sns.push(snOf(firstVendor, serial));
      await addModules(
        tx,
        site.id,
        Array.from({ length: INPUTS }, (_, addr) => ({
          deviceId: id,
          addr: addr + 1,
          arrayId: 1,
          ratedW: RATED_W,
          xM: addr,
          yM: i,
        })),
      );
    }
    return plant;
  });
}

/** A sky that is the same in every test: cloudy and clear days, and clouds that pass. */
function skyOf(dayIndex: number, slot: number): number {
  const day = [1, 0.95, 0.55, 1, 0.8, 1, 0.35][dayIndex % 7]!;
  const passing = Math.sin(slot * 0.7 + dayIndex) > 0.8 ? 0.7 : 1;
  return day === 1 ? 1 : day * passing;
}

/** The readings of a plant on a local day. */
export function readingsOfDay(
  plant: SunlitPlant,
  day: string,
  dayIndex: number,
  health: Health,
  { everyMinutes = 10 }: { everyMinutes?: number } = {},
): IncomingReading[] {
  const { startMs, endMs } = dayBounds(day, ZONE);
  const slotMs = everyMinutes * 60_000;
  const slots = Math.floor((endMs - startMs) / slotMs);
  const model = {
    ...CAPACITY,
    altitudeM: 0,
    timeZone: ZONE,
    pricePerKwh: null,
    arrays: [{ id: '1', tiltDeg: 30, azimuthDeg: 180 }],
    modules: [],
  };
  const clear = expectedDay(model, { startMs, slotMs, slots, weather: null }).arrays.get('1')!.dcPerRatedW;
  const reports: IncomingReading[] = [];
  plant.deviceIds.forEach((deviceId, device) => {
    const who = { siteId: plant.id, deviceId, timeZone: ZONE };
    const energies = Array.from({ length: INPUTS }, () => 0);
    for (let slot = 0; slot < slots; slot++) {
      if (!(clear[slot]! > 0.005)) continue;
      const powers = energies.map((_, i) => {
        // A little of everything: no two modules are alike.
        const own = 1 + 0.01 * Math.sin(device * 3 + i * 5);
        const noise = 1 + 0.01 * Math.sin(slot * 1.7 + device * 11 + i * 23 + dayIndex * 7);
        const watts =
          clear[slot]! * RATED_W * skyOf(dayIndex, slot) * own * noise * health(dayIndex, device, i + 1);
        return Math.round(watts * 10);
      });
      powers.forEach((power, i) => {
        energies[i] = energies[i]! + (power * slotMs) / HOUR_MS;
      });
      const total = powers.reduce((sum, power) => sum + power, 0);
      reports.push(
        makeReading(who, startMs + (slot + 0.5) * slotMs, {
          power: total,
          energy: Math.round(energies.reduce((sum, wh) => sum + wh, 0)),
          dcVoltage: 3520,
          acVoltage: 23_010,
          frequency: 50_020,
          temperature: 350,
          chVoltage: powers.map(() => 3520),
          chPower: powers,
          chEnergy: energies.map((wh) => Math.round(wh)),
        }),
      );
    }
  });
  return reports;
}

/** Stores the readings of some local days in a row. */
export async function shineOn(
  database: Database,
  plant: SunlitPlant,
  from: string,
  days: number,
  health: Health,
  { now, firstIndex = 0 }: { now: number; firstIndex?: number },
): Promise<void> {
  for (let i = 0; i < days; i++) {
    const reports = readingsOfDay(plant, addDays(from, i), firstIndex + i, health);
    await storeReadings(database.pool, reports, now);
  }
}
