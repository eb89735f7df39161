// Expected energies of evaluated days as they are stored: by device with a value per DC input, and of the plant.
import type { ReferenceDay } from '@helioport/domain/analytics/irradiance/yields';
import {
  type ModuleDayResult,
  type PlantDayInput,
  type PlantDayResult,
  qualityFlags,
} from '@helioport/domain/analytics/types';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';
import { numberLists, numbers, plainTexts } from '../columns.ts';
import { over } from '../queryable.ts';
import { packExpected } from './curve.ts';
import { type AnalyticsPlant, deviceAt, readModuleId, type Slot } from './plantModel.ts';

/** An evaluated day. */
export interface EvaluatedDay {
  input: Pick<PlantDayInput, 'day' | 'startMs' | 'slotMs' | 'slots'>;
  result: PlantDayResult;
  /** Irradiance over its clear-sky value by the plant's own modules; null: not known. */
  clearness: ArrayLike<number> | null;
  /** Irradiation by the weather source; null without one and for a running day. */
  reference: ReferenceDay | null;
}

interface DeviceRow {
  deviceId: number;
  day: string;
  produced: (number | null)[];
  expected: (number | null)[];
  clearSky: (number | null)[];
  completeness: (number | null)[];
  flags: number[];
}

const flagBits = (flags: ModuleDayResult['flags']): number =>
  flags.reduce((bits, flag) => bits | (1 << qualityFlags.indexOf(flag)), 0);

/** Wh to one decimal; null for what is no number. */
const known = (wh: number | null): number | null =>
  wh === null || !Number.isFinite(wh) ? null : Math.round(wh * 10) / 10;

/** Rows of a day, one per device installed on that day. */
function deviceRows({ slots }: AnalyticsPlant, { input, result }: EvaluatedDay): DeviceRow[] {
  const slotOf = new Map(slots.map((slot) => [slot.rootId, slot]));
  const noonMs = input.startMs + (input.slots * input.slotMs) / 2;
  const rows = new Map<number, DeviceRow>();
  const rowOf = (slot: Slot): DeviceRow => {
    const deviceId = deviceAt(slot, noonMs);
    let row = rows.get(deviceId);
    if (!row) {
      const places = Math.max(...slot.addrs);
      const empty = () => Array.from<null, number | null>({ length: places }, () => null);
      row = {
        deviceId,
        day: input.day,
        produced: empty(),
        expected: empty(),
        clearSky: empty(),
        completeness: empty(),
        flags: Array.from({ length: places }, () => 0),
      };
      rows.set(deviceId, row);
    }
    return row;
  };
  for (const module of result.modules) {
    const { rootId, addr } = readModuleId(module.moduleId);
    const slot = slotOf.get(rootId);
    if (!slot) continue;
    const row = rowOf(slot);
    row.produced[addr - 1] = known(module.producedWh);
    row.expected[addr - 1] = known(module.expectedWh);
    row.clearSky[addr - 1] = known(module.clearSkyWh);
    row.completeness[addr - 1] = Number.isFinite(module.completeness)
      ? Math.round(module.completeness * 1000) / 1000
      : null;
    row.flags[addr - 1] = flagBits(module.flags);
  }
  return [...rows.values()];
}

/** Sums over modules: produced and expected of those of which both are known. */
export interface DayTotals {
  producedWh: number | null;
  expectedWh: number | null;
  clearSkyWh: number | null;
  completeness: number;
}

export function totalsOf(modules: readonly ModuleDayResult[]): DayTotals {
  let [produced, expected, clear, received] = [0, 0, 0, 0];
  let [hasBoth, hasClear] = [false, false];
  for (const module of modules) {
    if (Number.isFinite(module.completeness)) received += module.completeness;
    const [made, wanted, sky] = [module.producedWh, module.expectedWh, module.clearSkyWh].map(known);
    if (made != null && wanted != null) {
      hasBoth = true;
      produced += made;
      expected += wanted;
    }
    if (sky != null) {
      hasClear = true;
      clear += sky;
    }
  }
  return {
    producedWh: hasBoth ? produced : null,
    expectedWh: hasBoth ? expected : null,
    clearSkyWh: hasClear ? clear : null,
    completeness: modules.length === 0 ? 0 : Math.min(1, received / modules.length),
  };
}

/** Writes evaluated days of a plant in place of what was stored of them. */
export async function writeDays(tx: Tx, plant: AnalyticsPlant, days: readonly EvaluatedDay[]): Promise<void> {
  if (days.length === 0) return;
  const { siteId } = plant;
  const query = over(tx);
  const dayTexts = plainTexts(days.map(({ input }) => input.day));
  await query.query({
    text: 'delete from device_expected where site_id = $1 and day = any($2::date[])',
    values: [siteId, dayTexts],
  });
  const rows = days.flatMap((day) => deviceRows(plant, day));
  if (rows.length > 0)
    await query.query({
      name: 'analytics-devices',
      text: `insert into device_expected (site_id, device_id, day, produced_wh, expected_wh, clear_sky_wh, completeness, flags)
             select $1, n.device, n.day, n.produced::real[], n.expected::real[], n.clear::real[], n.complete::real[], n.flags::int[]
             from unnest($2::bigint[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
               as n(device, day, produced, expected, clear, complete, flags)`,
      values: [
        siteId,
        numbers(rows.map((row) => row.deviceId)),
        plainTexts(rows.map((row) => row.day)),
        numberLists(rows.map((row) => row.produced)),
        numberLists(rows.map((row) => row.expected)),
        numberLists(rows.map((row) => row.clearSky)),
        numberLists(rows.map((row) => row.completeness)),
        numberLists(rows.map((row) => row.flags)),
      ],
    });
  for (const day of days) await writeSiteDay(tx, siteId, day);
}

/** For a running day: until when data exists, ms, and the expected energy until then, Wh. */
interface Running {
  isWhole: false;
  untilMs: number;
  expectedWh: number | null;
}

/** Writes the expected energy of a plant on a day. */
export async function writeSiteDay(
  tx: Tx,
  siteId: number,
  { input, result, clearness, reference }: EvaluatedDay,
  running?: Running,
): Promise<void> {
  const totals = totalsOf(result.modules);
  const untilMs = running?.untilMs ?? input.startMs + input.slots * input.slotMs;
  await over(tx).query({
    name: 'analytics-site',
    text: `insert into site_expected (site_id, day, produced_wh, expected_wh, clear_sky_wh, completeness, source, is_whole,
             until_at, start_at, slot_s, curve, reference_h, reference_completeness)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           on conflict (site_id, day) do update set produced_wh = excluded.produced_wh, expected_wh = excluded.expected_wh,
             clear_sky_wh = excluded.clear_sky_wh, completeness = excluded.completeness, source = excluded.source,
             is_whole = excluded.is_whole, until_at = excluded.until_at, start_at = excluded.start_at,
             slot_s = excluded.slot_s, curve = excluded.curve, reference_h = excluded.reference_h,
             reference_completeness = excluded.reference_completeness`,
    values: [
      siteId,
      input.day,
      totals.producedWh,
      running ? running.expectedWh : totals.expectedWh,
      totals.clearSkyWh,
      totals.completeness,
      result.irradianceSource,
      running === undefined,
      new Date(untilMs),
      new Date(input.startMs),
      Math.round(input.slotMs / 1000),
      packExpected({ powerW: result.expectedW, clearness }),
      reference?.yieldH ?? null,
      reference?.completeness ?? null,
    ],
  });
}

/**
 * Deletes expected energies from a local day on, because these days are evaluated again or no longer belong to the
 * plant.
 */
export async function dropDays(tx: Tx | Db, siteId: number, from: string): Promise<void> {
  await sql`delete from device_expected where site_id = ${siteId} and day >= ${from}::date`.execute(tx);
  await sql`delete from site_expected where site_id = ${siteId} and day >= ${from}::date`.execute(tx);
  await sql`delete from analytics_state where site_id = ${siteId} and day >= ${from}::date`.execute(tx);
}
