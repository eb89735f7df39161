// Reads the daily means of a device.
import type { MeasureKey } from '@helioport/domain/measures';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { dayMeans, namesOf } from '../catalogue.ts';
import { ofDevice } from './energyRows.ts';
import type { Scope } from './series.ts';

/** The stored means of a device by day (plant-local, both included), in their units. Only those with a value. */
export async function meansByDay(
  db: Db,
  scope: Scope & { deviceId: number },
  from: string,
  to: string,
): Promise<{ key: MeasureKey; byDay: Map<string, number> }[]> {
  if (dayMeans.length === 0) return [];
  const statement = sql<{ day: string } & Record<string, unknown>>`
    select day, ${sql.raw(namesOf(dayMeans))} from device_day
    where site_id = ${scope.siteId} ${ofDevice(scope)} and day between ${from} and ${to}`;
  const rows = await runPrepared(db, 'day-means', statement);
  return dayMeans.flatMap(({ key, name }) => {
    const byDay = new Map<string, number>();
    for (const row of rows) if (typeof row[name] === 'number') byDay.set(row.day, row[name]);
    return byDay.size === 0 ? [] : [{ key, byDay }];
  });
}
