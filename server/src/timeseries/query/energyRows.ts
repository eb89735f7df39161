// Rows from which energies are calculated: rolled-up days, and the running day from `latest`.
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { tenths } from '../counters/running.ts';
import { kindNumberSql, ofRole, roleOf } from '../kinds.ts';
import type { Energies, EnergyOfDay } from './energies.ts';
import type { Scope } from './series.ts';

/** The condition that narrows rows to the scope's device. */
export const ofDevice = ({ deviceId }: Scope) =>
  deviceId === undefined ? sql`` : sql`and device_id = ${deviceId}`;

/** The latest day with a reading in the scope, and the time of its last reading, from `latest`. */
export async function runningDay(
  db: Db,
  scope: Scope,
): Promise<{ day: string; atMs: number; energies: Energies } | undefined> {
  const statement = sql<{ kind: number; day: string; atMs: number; wh: number; outWh: number }>`
    select kind, day, (extract(epoch from max(at)) * 1000)::float8 as "atMs", sum(day_wh)::float8 as wh,
      sum(day_out_wh)::float8 as "outWh" from latest
    where site_id = ${scope.siteId} and day is not null ${ofDevice(scope)}
    group by kind, day order by day desc`;
  const rows = await runPrepared(db, 'energies-running', statement);
  const day = rows[0]?.day;
  if (day === undefined) return undefined;
  const ofDay = rows.filter((row) => row.day === day);
  const totalOf = (role: DeviceRole) => {
    const own = ofDay.filter(({ kind }) => roleOf(kind) === role);
    if (own.length === 0) return undefined;
    return {
      wh: own.reduce((sum, { wh }) => sum + wh, 0),
      outWh: own.reduce((sum, { outWh }) => sum + outWh, 0),
    };
  };
  const [producers, meters, batteries] = [totalOf('sun'), totalOf('grid'), totalOf('storage')];
  const main = scope.deviceId === undefined ? producers : (producers ?? meters ?? batteries);
  const round = (wh: number | undefined) => (wh === undefined ? null : tenths(wh));
  return {
    day,
    atMs: Math.max(...ofDay.map((row) => row.atMs)),
    energies: {
      energyWh: round(main?.wh),
      importWh: round(meters?.wh),
      exportWh: round(meters?.outWh),
      chargedWh: round(batteries?.wh),
      dischargedWh: round(batteries?.outWh),
      consumedWh: null,
      worth: null,
    },
  };
}

export type DayRow = Omit<EnergyOfDay, 'consumedWh' | 'repairedOn'> & { repairedAtMs: number | null };

const isGrid = kindNumberSql('kind', ofRole('grid'));
const isStorage = kindNumberSql('kind', ofRole('storage'));

/** Rolled-up days of the scope, in no order. */
export async function dayRows(db: Db, scope: Scope, from: string, to: string): Promise<DayRow[]> {
  const query =
    scope.deviceId === undefined
      ? sql<DayRow>`
          select day, energy_wh as "energyWh", peak_w as "peakW", import_wh as "importWh", export_wh as "exportWh",
            charged_wh as "chargedWh", discharged_wh as "dischargedWh", completeness, is_corrected as "isRepaired",
            (extract(epoch from corrected_at) * 1000)::float8 as "repairedAtMs", worth
          from site_day where site_id = ${scope.siteId} and day between ${from} and ${to}`
      : sql<DayRow>`
          select day, energy_wh as "energyWh", peak_w as "peakW", case when ${isGrid} then energy_wh end as "importWh",
            case when ${isGrid} then out_wh end as "exportWh", case when ${isStorage} then energy_wh end as "chargedWh",
            case when ${isStorage} then out_wh end as "dischargedWh", null as completeness, false as "isRepaired",
            null as "repairedAtMs", null as worth
          from device_day
          where site_id = ${scope.siteId} and device_id = ${scope.deviceId} and day between ${from} and ${to}`;
  return await runPrepared(db, 'energies-days', query);
}

/** First local day with data; null without any. */
