// The one finding that a call names, with the plant as it was evaluated and the modules behind it.
import type { ModuleModel } from '@helioport/domain/analytics/types';
import { addDays, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import { fail } from '../../../platform/failure.ts';
import { findingColumns, findingJoins, type StoredFinding } from '../../../queries/finding/rows.ts';
import type { QueryContext } from '../../../queries/found.ts';
import { type AnalyticsPlant, moduleIdOf, readPlant } from '../../../timeseries/analytics/plantModel.ts';
import { modulesOf, siblingsOf } from '../../../timeseries/analytics/siblings.ts';

/** Days shown around a finding, and all that are shown at most. */
const DAYS_AROUND = 14;
const MOST_DAYS = 400;

export interface Behind {
  row: StoredFinding;
  evidence: { name: string; value: number | string; unit?: string }[];
  /** Null where the plant has no module any more. */
  plant: AnalyticsPlant | null;
  own: ModuleModel[];
  siblings: ModuleModel[];
  /** First and last local day to be shown. */
  from: string;
  to: string;
  /** Local days of the loss. */
  sinceDay: string;
  untilDay: string;
}

interface Row extends StoredFinding {
  evidence: Behind['evidence'];
  deviceIds: number[];
  addrs: number[];
  lastDay: string;
}

/** Ends the call where the finding does not exist or is not visible. */
export async function findBehind(
  { tx, visible, now, me }: QueryContext & { me: Pick<Me, 'pages' | 'modules'> },
  id: number,
): Promise<Behind> {
  const { rows } = await sql<Row>`
    select ${findingColumns({ visible, me, now })}, f.evidence, f.device_ids as "deviceIds", f.addrs, f.last_day as "lastDay"
    from finding f join ${visible.sites} s on s.id = f.site_id ${findingJoins}
    where f.id = ${id} and not f.is_withdrawn`.execute(tx);
  const found = rows[0] ?? fail('finding.unknown');
  const { evidence, deviceIds, addrs, lastDay, ...row } = found;
  const plant = (await readPlant(tx, row.siteId)) ?? null;
  const zone = row.timezone;
  const sinceDay = localDay(row.sinceMs, zone);
  // What ended at midnight ended with the day before.
  const untilDay = row.untilMs === null ? lastDay : localDay(row.untilMs - 1, zone);
  const last = addDays(untilDay, row.untilMs === null ? 0 : DAYS_AROUND);
  const first = addDays(sinceDay, -DAYS_AROUND);
  const oldest = addDays(last, 1 - MOST_DAYS);
  const span = { from: first > oldest ? first : oldest, to: last };
  if (!plant) return { row, evidence, plant, own: [], siblings: [], ...span, sinceDay, untilDay };
  const rootOf = new Map(
    plant.slots.flatMap(({ rootId, deviceIds: ids }) => ids.map((one) => [one, rootId])),
  );
  const ids = deviceIds.map((device, i) => moduleIdOf(rootOf.get(device) ?? device, addrs[i]!));
  const own = modulesOf(plant, ids);
  const siblings = siblingsOf(plant, own, await faultyModules({ tx }, row.siteId, rootOf));
  return { row, evidence, plant, own, siblings, ...span, sinceDay, untilDay };
}

/** Modules with an open fault: no measure for others. */
export async function faultyModules(
  { tx }: Pick<QueryContext, 'tx'>,
  siteId: number,
  rootOf: ReadonlyMap<number, number>,
): Promise<Set<string>> {
  const { rows } = await sql<{ deviceId: number; addr: number }>`
    select m.device_id as "deviceId", m.addr from finding f cross join unnest(f.device_ids, f.addrs) as m(device_id, addr)
    where f.site_id = ${siteId} and f.until_at is null and f.is_fault and not f.is_withdrawn
      and f.scope in ('module', 'device')`.execute(tx);
  return new Set(rows.map(({ deviceId, addr }) => moduleIdOf(rootOf.get(deviceId) ?? deviceId, addr)));
}
