// Stores underperforming modules: evaluated once a day for plants with evaluated days, from the totals of their
// modules.

import { LEAST_IN_ARRAY } from '@helioport/domain/arrayMedian';
import { measures } from '@helioport/domain/measures';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { stopRule } from '@helioport/domain/stopped';
import { underperformingModules, underRule } from '@helioport/domain/underperforming';
import { type ArrayModule, WEAK_DAYS, type WeakModule, weakModules, weakRule } from '@helioport/domain/weak';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { readReadings } from '../readings/readings.ts';
import { reportsModules } from './reportsModules.ts';

/** Share of its readings that a day must have. */
const WHOLE = 0.9;
/** Days that may be compared, and that are checked for snow. */
const SNOW_DAYS = Math.max(weakRule.withinDays, underRule.withinDays);
/** Plants per query: each has a few thousand numbers. */
const AT_ONCE = 50;

interface Member extends Columns<'modules', 'siteId' | 'ratedW'> {
  /** Modules of an array behind one model of inverter. */
  group: string;
  deviceId: number;
  addr: number;
  days: number[];
  wh: number[];
  sinceDay: number | null;
  baseline: number | null;
  rule: Rule | null;
}

/** Compared with itself, or with the median of its array. */
type Rule = 'own' | 'array';

interface Plant {
  siteId: number;
  timeZone: string;
  /** Its newest day that is over. */
  lastDay: number;
  wholeDays: number[];
}

/** Evaluates the modules of these plants and stores the underperforming ones. */
export async function findWeak(tx: Tx, siteIds: readonly number[], nowMs: number): Promise<void> {
  const ids = [...new Set(siteIds)];
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const part = ids.slice(i, i + AT_ONCE);
    const plants = await readPlants(tx, part, nowMs);
    const members = await readMembers(tx, plants);
    for (const plant of plants) await lookAt(tx, plant, members.get(plant.siteId) ?? []);
  }
}

const numberOf = (day: string) => sql`(${sql.raw(day)} - date '1970-01-01')`;

async function readPlants(tx: Tx, siteIds: readonly number[], nowMs: number): Promise<Plant[]> {
  const { rows } = await sql<Plant>`
    select s.id as "siteId", s.timezone as "timeZone", ${numberOf('t.day')} - 1 as "lastDay",
      array(select ${numberOf('e.day')} from site_day e where e.site_id = s.id and e.completeness >= ${WHOLE}
        and e.day < t.day and e.day >= t.day - ${WEAK_DAYS + 1}::int) as "wholeDays"
    from sites s
    cross join lateral (select (${new Date(nowMs)}::timestamptz at time zone s.timezone)::date as day) t
    where s.id = any(${[...siteIds]}::bigint[]) order by s.id`.execute(tx);
  return rows;
}

/** Modules by plant and array, each with its days. */
async function readMembers(tx: Tx, plants: readonly Plant[]): Promise<Map<number, Member[]>> {
  const { rows } = await sql<Member>`
    select m.site_id as "siteId", m.device_id as "deviceId", m.addr, m.rated_w as "ratedW",
      concat_ws('/', m.array_id, d.product_number, d.model_byte) as group,
      e.days, e.wh, ${numberOf('w.since_day')} as "sinceDay", w.baseline, w.rule
    from unnest(${plants.map(({ siteId }) => siteId)}::bigint[], ${plants.map(({ lastDay }) => lastDay)}::int[])
      as p(site_id, last)
    join modules m on m.site_id = p.site_id and m.array_id is not null and m.rated_w > 0
    join devices d on d.id = m.device_id and d.site_id = m.site_id and d.retired_at is null and ${reportsModules}
    left join weak_module w on w.site_id = m.site_id and w.device_id = m.device_id and w.addr = m.addr
    cross join lateral (
      select array_agg(${numberOf('e.day')} order by e.day) as days, array_agg(e.energy_wh order by e.day) as wh
      from module_day e
      where e.site_id = m.site_id and e.device_id = m.device_id and e.addr = m.addr
        and e.day > date '1970-01-01' + p.last - ${WEAK_DAYS + 1}::int and e.day <= date '1970-01-01' + p.last
    ) e
    where e.days is not null order by m.site_id, m.device_id, m.addr`.execute(tx);
  const members = new Map<number, Member[]>();
  for (const row of rows) {
    const own = members.get(row.siteId);
    if (own) own.push(row);
    else members.set(row.siteId, [row]);
  }
  return members;
}

interface Found extends WeakModule {
  deviceId: number;
  addr: number;
  rule: Rule;
}

async function lookAt(tx: Tx, plant: Plant, members: readonly Member[]): Promise<void> {
  const whole = new Set(plant.wholeDays);
  let found = weakOf(plant, members, whole);
  // Days with possible snow are excluded; read only for candidates.
  const suspects = new Set(found.filter(isNew(members)).map(({ deviceId }) => deviceId));
  if (suspects.size > 0) {
    for (const day of await snowDays(tx, plant, [...suspects])) whole.delete(day);
    found = weakOf(plant, members, whole);
  }
  await keep(tx, plant.siteId, found);
}

const isNew =
  (members: readonly Member[]) =>
  ({ deviceId, addr }: Found) =>
    members.some((one) => one.deviceId === deviceId && one.addr === addr && one.sinceDay === null);

function weakOf({ lastDay }: Plant, members: readonly Member[], whole: ReadonlySet<number>): Found[] {
  const groups = new Map<string, Member[]>();
  for (const member of members) groups.set(member.group, [...(groups.get(member.group) ?? []), member]);
  return [...groups.values()].flatMap((group) => {
    if (group.length < LEAST_IN_ARRAY) return [];
    const modules = group.map(
      ({ ratedW, days, wh, sinceDay, baseline, rule }): ArrayModule & { isKnown: boolean } => ({
        ratedW,
        whByDay: new Map(days.map((day, i) => [day, wh[i] ?? 0])),
        known: sinceDay === null || baseline === null || rule === 'array' ? null : { sinceDay, baseline },
        isKnown: rule === 'array',
      }),
    );
    const sound = { lastDay, isSound: (day: number) => whole.has(day) };
    const below = underperformingModules(modules, sound);
    return weakModules(modules, sound).flatMap((weak, i): Found[] => {
      const { deviceId, addr, rule, sinceDay } = group[i]!;
      if (weak !== null && rule !== 'array') return [{ ...weak, deviceId, addr, rule: 'own' }];
      const own = below[i];
      // The median of its array is the reference.
      return own == null
        ? []
        : [
            {
              sinceDay: rule === 'array' ? sinceDay! : own.sinceDay,
              baseline: 1,
              deviceId,
              addr,
              rule: 'array',
            },
          ];
    });
  });
}

/** Recent days on which one of the devices was cold enough for snow, or reported no temperature. */
async function snowDays(
  tx: Tx,
  { siteId, timeZone, lastDay }: Plant,
  deviceIds: readonly number[],
): Promise<number[]> {
  const days: number[] = [];
  for (let day = lastDay - SNOW_DAYS + 1; day <= lastDay; day++) {
    const { startMs, endMs } = dayBounds(dayOfNumber(day), timeZone);
    const readings = await readReadings(tx, {
      siteId,
      fromMs: startMs,
      toMs: endMs,
      scalars: ['temperature'],
      inputs: [],
    });
    const temperatures = readings
      .filter(({ deviceId }) => deviceIds.includes(deviceId))
      .flatMap(({ scalars }) => [...(scalars.temperature ?? [])].filter((step) => !Number.isNaN(step)));
    const coldest = temperatures.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const isWarm =
      temperatures.length > 0 && coldest >= stopRule.snowBelowC * measures.temperature.storedPerUnit;
    if (!isWarm) days.push(day);
  }
  return days;
}

async function keep(tx: Tx, siteId: number, found: readonly Found[]): Promise<void> {
  const devices = found.map(({ deviceId }) => deviceId);
  const addrs = found.map(({ addr }) => addr);
  await sql`
    delete from weak_module w where w.site_id = ${siteId} and not exists (
      select from unnest(${devices}::bigint[], ${addrs}::smallint[]) as n(device_id, addr)
      where n.device_id = w.device_id and n.addr = w.addr)`.execute(tx);
  if (found.length === 0) return;
  await sql`
    insert into weak_module (site_id, device_id, addr, since_day, baseline, rule)
    select ${siteId}, d, a, s::date, b, r from unnest(${devices}::bigint[], ${addrs}::smallint[],
      ${found.map(({ sinceDay }) => dayOfNumber(sinceDay))}::text[],
      ${found.map(({ baseline }) => baseline)}::float8[], ${found.map(({ rule }) => rule)}::text[]) as n(d, a, s, b, r)
    on conflict do nothing`.execute(tx);
}
