// Expected and produced energies of modules by day, as they were evaluated.
import type { IrradianceSource, ModuleModel } from '@helioport/domain/analytics/types';
import { dayRange } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Db } from '../../platform/db.ts';
import { type AnalyticsPlant, moduleIdOf } from './plantModel.ts';
import { medianOf } from './siblings.ts';

/** Wh of a day; null: unknown. */
export interface ModuleDay {
  produced: number | null;
  expected: number | null;
  clearSky: number | null;
  /** 0 to 1. */
  completeness: number | null;
}

interface Row extends Columns<'device_expected', 'deviceId' | 'day' | 'completeness'> {
  produced: (number | null)[];
  expected: (number | null)[];
  clearSky: (number | null)[];
}

/** Evaluated days of some modules from one local day to another, by module and day. */
export async function moduleDays(
  db: Db,
  { siteId, slots }: AnalyticsPlant,
  modules: readonly ModuleModel[],
  from: string,
  to: string,
): Promise<Map<string, Map<string, ModuleDay>>> {
  const roots = new Set(modules.map(({ deviceId }) => Number(deviceId)));
  const rootOf = new Map(
    slots.flatMap(({ rootId, deviceIds }) =>
      roots.has(rootId) ? deviceIds.map((id) => [id, rootId] as const) : [],
    ),
  );
  const wanted = new Set(modules.map(({ id }) => id));
  const { rows } = await sql<Row>`
    select device_id as "deviceId", day, produced_wh as produced, expected_wh as expected, clear_sky_wh as "clearSky",
      completeness
    from device_expected
    where site_id = ${siteId} and device_id = any(${[...rootOf.keys()]}::bigint[])
      and day between ${from}::date and ${to}::date`.execute(db);
  const byModule = new Map<string, Map<string, ModuleDay>>();
  for (const { deviceId, day, produced, expected, clearSky, completeness } of rows) {
    for (let i = 0; i < produced.length; i++) {
      const id = moduleIdOf(rootOf.get(deviceId)!, i + 1);
      if (!wanted.has(id)) continue;
      const days = byModule.get(id) ?? new Map<string, ModuleDay>();
      byModule.set(id, days);
      days.set(day, {
        produced: produced[i] ?? null,
        expected: expected[i] ?? null,
        clearSky: clearSky[i] ?? null,
        completeness: completeness[i] ?? null,
      });
    }
  }
  return byModule;
}

/** Days in a row; values in Wh, null: unknown. */
export interface Daily {
  days: string[];
  produced: (number | null)[];
  expected: (number | null)[];
  /** Of the median sibling, for the rating of all modules that it is compared with. */
  siblings: (number | null)[];
  completeness: (number | null)[];
  sources: (IrradianceSource | null)[];
}

/** Energy of a group of modules and the median of their siblings, by day. */
export async function dailyOf(
  db: Db,
  plant: AnalyticsPlant,
  { own, siblings }: { own: readonly ModuleModel[]; siblings: readonly ModuleModel[] },
  from: string,
  to: string,
): Promise<Daily> {
  const [byModule, sources] = await Promise.all([
    moduleDays(db, plant, [...own, ...siblings], from, to),
    sourcesOf(db, plant.siteId, from, to),
  ]);
  const days = dayRange(from, to);
  const ratedW = own.reduce((sum, module) => sum + module.ratedW, 0);
  const sumOf = (day: string, key: 'produced' | 'expected') => {
    let sum: number | null = null;
    for (const { id } of own) {
      const wh = byModule.get(id)?.get(day)?.[key] ?? null;
      if (wh !== null) sum = (sum ?? 0) + wh;
    }
    return sum;
  };
  const middleOf = (day: string) => {
    const values = siblings.flatMap(({ id, ratedW: rated }) => {
      const wh = byModule.get(id)?.get(day)?.produced ?? null;
      return wh === null || rated <= 0 ? [] : [wh / rated];
    });
    const middle = medianOf(values);
    return Number.isNaN(middle) ? null : middle * ratedW;
  };
  const receivedOf = (day: string) => {
    const shares = own.flatMap(({ id }) => byModule.get(id)?.get(day)?.completeness ?? []);
    return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  return {
    days,
    produced: days.map((day) => sumOf(day, 'produced')),
    expected: days.map((day) => sumOf(day, 'expected')),
    siblings: days.map(middleOf),
    completeness: days.map(receivedOf),
    sources: days.map((day) => sources.get(day) ?? null),
  };
}

async function sourcesOf(
  db: Db,
  siteId: number,
  from: string,
  to: string,
): Promise<Map<string, IrradianceSource>> {
  const { rows } = await sql<{ day: string; source: IrradianceSource }>`
    select day, source from site_expected
    where site_id = ${siteId} and day between ${from}::date and ${to}::date`.execute(db);
  return new Map(rows.map(({ day, source }) => [day, source]));
}
