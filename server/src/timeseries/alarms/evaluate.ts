// Evaluates all plants and stores the changes of alarms: raised, extended, ended, reopened, or recovered by late
// readings. The rules are in domain/src/alarms.ts.

import {
  type Alarm,
  type AlarmCause,
  type AlarmChange,
  type AlarmSign,
  alarmChanges,
  alarmKey,
  alarmKinds,
  reportedLate,
} from '@helioport/domain/alarms';
import { findingKeys } from '@helioport/domain/conditionSummary';
import { DAY_MS } from '@helioport/domain/duration';
import type { FoundKey } from '@helioport/domain/eventKinds';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { lock } from '../../platform/locks.ts';
import { kindNameIn } from '../kinds.ts';
import { adoptFindings, isEvaluated } from './findings.ts';
import { readSigns } from './signs.ts';
import { writeSteps } from './steps.ts';

/** Time after a communication loss during which late readings are considered. */
const RECOVERED_WITHIN_MS = 30 * DAY_MS;

interface KeptAlarm extends Alarm {
  isGone: boolean;
}

const keptColumns = sql`
  a.site_id as "siteId", a.id, a.kind, a.device_id as "deviceId", a.finding_id as "findingId", a.device_ids::float8[] as "deviceIds",
  a.addrs::float8[] as addrs, a.since_day as "sinceDay", a.ended, a.is_active as "isSo", a.is_grouped as "isFolded",
  extract(epoch from a.ended_at)::float8 * 1000 as "endedAtMs",
  extract(epoch from a.acknowledged_at)::float8 * 1000 as "acknowledgedAtMs",
  extract(epoch from a.snoozed_until)::float8 * 1000 as "snoozedUntilMs"`;

/** All open alarms, and the newest ended one of each cause that is so now. */
async function keptAlarms(
  tx: Tx,
  signs: readonly AlarmSign[],
  nowMs: number,
  only: readonly number[] | null,
): Promise<KeptAlarm[]> {
  const oldest = new Date(nowMs - Math.max(...alarmKinds.map(({ rule }) => rule.reopenMs)));
  const column = <K extends keyof AlarmCause>(key: K) => signs.map((sign) => sign[key]);
  const { rows } = await sql<KeptAlarm>`
    select ${keptColumns}, not exists (select from devices d where d.site_id = a.site_id and d.retired_at is null
      and (a.device_ids = '{}' or d.id = any(a.device_ids)))
      or case when a.finding_id <> 0
        then not exists (select from finding f where f.site_id = a.site_id and f.id = a.finding_id and not f.is_withdrawn)
        else a.kind = any(${[...findingKeys]}::text[]) and ${isEvaluated(sql`a.site_id`)} end as "isGone"
    from alarm a where a.ended_at is null ${only === null ? sql`` : sql`and a.site_id = any(${[...only]}::bigint[])`}
    union all
    select ${keptColumns}, false
    from unnest(${column('siteId')}::bigint[], ${column('kind')}::text[], ${column('deviceId')}::bigint[],
      ${column('findingId')}::bigint[]) as c(site_id, kind, device_id, finding_id)
    cross join lateral (
      select * from alarm a where c.finding_id = 0 and a.site_id = c.site_id and a.kind = c.kind
        and a.device_id = c.device_id and a.finding_id = 0 and a.ended_at > ${oldest}
      union all
      select * from alarm a where a.site_id = c.site_id and a.finding_id = c.finding_id and a.finding_id <> 0
        and a.ended_at > ${oldest}
      order by ended_at desc limit 1
    ) a`.execute(tx);
  return rows;
}

/**
 * Evaluates all plants, or some of them; returns those with changes. Concurrent processes run one after the other;
 * repeating an evaluation changes nothing.
 */
export async function evaluateAlarms(
  tx: Tx,
  nowMs: number,
  only: readonly number[] | null = null,
): Promise<number[]> {
  await lock(tx, 'alarms');
  await adoptFindings(tx, nowMs, only);
  const signs = await readSigns(tx, nowMs, only);
  const alarms = await keptAlarms(tx, signs, nowMs, only);
  const gone = new Set(alarms.filter(({ isGone }) => isGone).map(alarmKey));
  const changes = alarmChanges({ signs, alarms, isGone: (cause) => gone.has(alarmKey(cause)), nowMs });
  await writeEnds(tx, changes, nowMs);
  await writeSigns(tx, changes, nowMs);
  await writeRaised(tx, changes, nowMs);
  // Late readings are not urgent.
  const recovered = only === null ? await writeRecovered(tx, nowMs) : [];
  return [...new Set([...changes.map(siteOf), ...recovered])];
}

const siteOf = (change: AlarmChange): number => ('sign' in change ? change.sign.siteId : change.siteId);

type Of<S extends AlarmChange['step']> = Extract<AlarmChange, { step: S }>;

async function writeEnds(tx: Tx, changes: readonly AlarmChange[], nowMs: number): Promise<void> {
  const ends = changes.filter(
    (one): one is Of<'cleared' | 'gone'> => one.step === 'cleared' || one.step === 'gone',
  );
  if (ends.length === 0) return;
  await sql`
    update alarm a set ended_at = ${new Date(nowMs)}, ended = c.ended, is_active = false, is_grouped = false
    from unnest(${ends.map(siteOf)}::bigint[], ${ends.map(({ id }) => id)}::bigint[],
      ${ends.map(({ step }) => (step === 'gone' ? 'gone' : 'over'))}::text[]) as c(site_id, id, ended)
    where a.site_id = c.site_id and a.id = c.id`.execute(tx);
  await writeSteps(
    tx,
    ends.map(({ siteId, id, step }) => ({ siteId, id, step })),
    nowMs,
  );
}

/** Fields of a detection as database columns. */
const cells = ({
  sign,
  isFolded: isGrouped,
  ...change
}: Of<'raised' | 'reopened' | 'resumed' | 'grown' | null>) => ({
  id: 'id' in change ? change.id : null,
  is_news: change.step !== null,
  is_again: change.step === 'reopened' || change.step === 'resumed',
  is_resumed: change.step === 'resumed',
  is_wider: change.step === 'grown',
  site_id: sign.siteId,
  kind: sign.kind,
  device_id: sign.deviceId,
  finding_id: sign.findingId,
  device_ids: sign.deviceIds,
  addrs: sign.addrs,
  begun_at: new Date(sign.sinceMs).toISOString(),
  since_day: sign.sinceDay,
  is_active: sign.isSo === 'yes',
  is_grouped: isGrouped,
});
const cellTypes = sql`(id bigint, is_news boolean, is_again boolean, is_resumed boolean, is_wider boolean, site_id bigint, kind text, device_id bigint, finding_id bigint,
  device_ids bigint[], addrs smallint[], begun_at timestamptz, since_day date, is_active boolean, is_grouped boolean)`;

async function writeSigns(tx: Tx, changes: readonly AlarmChange[], nowMs: number): Promise<void> {
  const steps = changes.filter(
    (one): one is Of<'reopened' | 'resumed' | 'grown' | null> =>
      one.step === null || one.step === 'reopened' || one.step === 'resumed' || one.step === 'grown',
  );
  if (steps.length === 0) return;
  const resumed = steps.filter(({ step }) => step === 'resumed');
  if (resumed.length > 0)
    await sql`
      delete from alarm_step t using alarm a
      where a.site_id = t.site_id and a.id = t.alarm_id and t.step = 'cleared' and t.at = a.ended_at
        and (a.site_id, a.id) in (select * from unnest(${resumed.map(siteOf)}::bigint[], ${resumed.map(({ id }) => id)}::bigint[]))`.execute(
      tx,
    );
  await sql`
    update alarm a set kind = c.kind, device_ids = c.device_ids, addrs = c.addrs, since_day = c.since_day, is_active = c.is_active,
      is_grouped = c.is_grouped, ended_at = null, ended = null,
      begun_at = case when c.is_again then c.begun_at else least(a.begun_at, c.begun_at) end,
      raised_at = case when c.is_again then ${new Date(nowMs)} else a.raised_at end,
      times = a.times + (c.is_again and not c.is_resumed)::int, revision = a.revision + c.is_news::int,
      revised_at = case when c.is_news then ${new Date(nowMs)} else a.revised_at end,
      acknowledged_at = case when not c.is_wider then a.acknowledged_at end,
      acknowledged_by = case when not c.is_wider then a.acknowledged_by end,
      snoozed_until = case when not c.is_wider then a.snoozed_until end
    from jsonb_to_recordset(${JSON.stringify(steps.map(cells))}::jsonb) as c ${cellTypes}
    where a.site_id = c.site_id and a.id = c.id`.execute(tx);
  await writeSteps(
    tx,
    steps.flatMap(({ sign, id, step }) =>
      step === null || step === 'resumed' ? [] : [{ siteId: sign.siteId, id, step }],
    ),
    nowMs,
  );
}

async function writeRaised(tx: Tx, changes: readonly AlarmChange[], nowMs: number): Promise<void> {
  const raised = changes.filter((one): one is Of<'raised'> => one.step === 'raised');
  if (raised.length === 0) return;
  const { rows } = await sql<Columns<'alarm', 'siteId' | 'id'>>`
    insert into alarm (site_id, kind, device_id, finding_id, device_ids, addrs, begun_at, since_day, raised_at, revised_at, is_active, is_grouped)
    select c.site_id, c.kind, c.device_id, c.finding_id, c.device_ids, c.addrs, c.begun_at, c.since_day, ${new Date(nowMs)}, ${new Date(nowMs)}, c.is_active, c.is_grouped
    from jsonb_to_recordset(${JSON.stringify(raised.map(cells))}::jsonb) as c ${cellTypes}
    returning site_id as "siteId", id`.execute(tx);
  await writeSteps(
    tx,
    rows.map((row) => ({ ...row, step: 'raised' as const })),
    nowMs,
  );
}

const silences: readonly FoundKey[] = ['plantSilent', 'gatewaySilent', 'silent'];

interface EndedSilence extends Columns<'sites', 'latitude' | 'longitude'> {
  siteId: number;
  id: number;
  fromMs: number;
  toMs: number;
  /** Hours with readings of all its devices. */
  hoursMs: number[];
}

/**
 * Marks ended communication losses as recovered if their readings have arrived since. Had these been in time, no alarm
 * would have been raised.
 */
async function writeRecovered(tx: Tx, nowMs: number): Promise<number[]> {
  const { rows } = await sql<EndedSilence>`
    with over as materialized (
      -- Only what has energy of its own can tell of an hour; a gateway and a machine cannot.
      select a.site_id, a.id, a.begun_at, a.ended_at, s.latitude, s.longitude,
        case when a.device_ids = '{}' then a.device_ids else array(select d.id from devices d
          where d.id = any(a.device_ids) and ${kindNameIn('d.kind', ({ role }) => role !== null)}) end as device_ids,
        a.device_ids = '{}' as is_plant
      from alarm a join sites s on s.id = a.site_id
      where a.ended = 'over' and a.kind = any(${[...silences]}::text[])
        and a.ended_at > ${new Date(nowMs - RECOVERED_WITHIN_MS)}
    ), reported as (
      select h.site_id, o.id, h.hour_at from over o
      join device_hour h on h.site_id = o.site_id and h.hour_at > o.begun_at and h.hour_at < o.ended_at
        and h.peak_w is not null and (o.is_plant or h.device_id = any(o.device_ids))
      group by h.site_id, o.id, h.hour_at, o.device_ids having count(*) >= cardinality(o.device_ids)
    )
    select o.site_id as "siteId", o.id, extract(epoch from o.begun_at)::float8 * 1000 as "fromMs",
      extract(epoch from o.ended_at)::float8 * 1000 as "toMs", o.latitude, o.longitude,
      array_agg(extract(epoch from t.hour_at)::float8 * 1000 order by t.hour_at) as "hoursMs"
    from over o join reported t on t.site_id = o.site_id and t.id = o.id
    group by o.site_id, o.id, o.begun_at, o.ended_at, o.latitude, o.longitude`.execute(tx);
  const recovered = rows.filter(({ hoursMs, ...silence }) =>
    reportedLate({ ...silence, readingsAtMs: hoursMs }),
  );
  if (recovered.length === 0) return [];
  await sql`
    update alarm a set ended = 'recovered'
    from unnest(${recovered.map(({ siteId }) => siteId)}::bigint[], ${recovered.map(({ id }) => id)}::bigint[])
      as c(site_id, id)
    where a.site_id = c.site_id and a.id = c.id`.execute(tx);
  await writeSteps(
    tx,
    recovered.map(({ siteId, id }) => ({ siteId, id, step: 'recovered' as const })),
    nowMs,
  );
  return recovered.map(({ siteId }) => siteId);
}
