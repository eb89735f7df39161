// An alarm as answers carry it.
import type { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { plantFindingsModule } from '@helioport/contract/grants';
import { moneyModule } from '@helioport/contract/money';
import { type Alarm, alarmStateOf } from '@helioport/domain/alarms';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { translate } from '../../../platform/texts.ts';
import { reachColumns, reachSql } from '../../../queries/alarm/reach.ts';
import { nameSql } from '../../../queries/assignable.ts';
import { type FindingText, findingTexts } from '../../../queries/finding/texts.ts';
import { ms } from '../../../queries/found.ts';
import { findingOfAlarm, type LostOfAlarm, lostOfAlarms } from '../../../timeseries/alarms/lost.ts';
import { priceNowSql } from '../../../timeseries/query/priceOn.ts';

interface RowContext {
  lan: number;
  now: number;
  me: Pick<Me, 'modules'>;
}

export type AlarmRow = OutputOf<typeof alarm.list>['list'][number];

export interface StoredAlarm
  extends Pick<
      AlarmRow,
      | 'alarmId'
      | 'sid'
      | 'siteName'
      | 'timezone'
      | 'sns'
      | 'alias'
      | 'gateway'
      | 'behindCount'
      | 'deviceCount'
      | 'addrs'
      | 'begunAt'
      | 'currency'
    >,
    Pick<AlarmRow, 'raisedAt' | 'times' | 'isSo' | 'isFolded' | 'assignedUid' | 'assignedName' | 'mayEdit'>,
    Pick<Alarm, 'siteId' | 'kind' | 'endedAtMs' | 'ended' | 'acknowledgedAtMs' | 'snoozedUntilMs'> {
  /** 0: it is about no finding. */
  findingId: number;
  /** Of a kWh now; 0: none is set. */
  price: number;
}

/**
 * Number of occurrences: for fault codes as counted in the log, over all days (query/events.ts), with several devices
 * the highest count; for all others the number of times raised.
 */
const timesSql = sql`case when a.kind ~ '^[0-9a-f]{4}$' then coalesce((
  select max(o.times) from (
    select sum(f.times)::int as times from fault_day f
    where f.site_id = a.site_id and f.device_id = any(a.device_ids)
      and (1 << f.bit) = ('x' || a.kind)::bit(16)::int
      and f.day between (a.begun_at at time zone s.timezone)::date
        and coalesce((a.ended_at at time zone s.timezone)::date, 'infinity')
    group by f.device_id
  ) o), a.times) else a.times end`;

/**
 * Columns of an alarm `a` in a visible plant `s`. Serial numbers of devices that have since moved to another plant are
 * omitted.
 */
export const alarmColumns = (visible: Visible, now: number): RawBuilder<unknown> => sql`
  a.id as "alarmId", a.site_id as "siteId", a.kind, ${findingOfAlarm} as "findingId", s.currency, coalesce(${priceNowSql(now)}, 0) as price, s.sid, s.name as "siteName", s.timezone, ${reachColumns}, cardinality(a.device_ids) as "deviceCount",
  a.addrs, ${ms(sql`a.begun_at`)} as "begunAt", ${ms(sql`a.raised_at`)} as "raisedAt", ${ms(sql`a.ended_at`)} as "endedAtMs",
  a.ended, ${ms(sql`a.acknowledged_at`)} as "acknowledgedAtMs", ${ms(sql`a.snoozed_until`)} as "snoozedUntilMs",
  ${timesSql} as times, a.is_active as "isSo", a.is_grouped as "isFolded", coalesce(w.uid, '') as "assignedUid", ${nameSql('w')} as "assignedName",
  a.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit"`;

/** Joins required by `alarmColumns` in addition to `a` and `s`. */
export const alarmJoins = (visible: Visible): RawBuilder<unknown> => sql`
  left join ${visible.users} w on w.id = a.assigned_to
  cross join ${reachSql}`;

/** Rows of the response, without obsolete kinds. */
export async function alarmRowsOf(
  tx: Tx,
  rows: readonly StoredAlarm[],
  { lan, now, me }: RowContext,
): Promise<AlarmRow[]> {
  const ids = rows.map(({ siteId, alarmId }) => ({ siteId, id: alarmId }));
  const lost = await lostOfAlarms(tx, ids, now);
  const findings = await findingTexts(
    tx,
    rows.map(({ findingId }) => findingId),
    { lan, now, mayKnowMoney: me.modules.has(moneyModule) },
  );
  return rows.flatMap(
    (row) =>
      rowOf(
        row,
        { lost: lost.get(row.alarmId) ?? null, finding: findings.get(row.findingId) ?? null },
        { lan, now, me },
      ) ?? [],
  );
}

function rowOf(
  row: StoredAlarm,
  { lost, finding }: { lost: LostOfAlarm | null; finding: FindingText | null },
  { lan, now, me }: RowContext,
): AlarmRow | undefined {
  const kind = eventKindOf(row.kind);
  if (!kind || kind.severity === 'info') return undefined;
  const {
    kind: key,
    endedAtMs,
    ended,
    acknowledgedAtMs,
    snoozedUntilMs,
    siteId: _site,
    price,
    findingId,
    ...plain
  } = row;
  const state = alarmStateOf({ endedAtMs, ended, acknowledgedAtMs, snoozedUntilMs }, now);
  const lostKwh = lost === null ? null : lost.wh / 1000;
  return {
    ...plain,
    key,
    state,
    severity: kind.severity,
    endedAt: endedAtMs,
    lostKwh,
    lostMoney: lost?.money ?? (lostKwh === null || price <= 0 ? null : lostKwh * price),
    snoozedUntil: state === 'snoozed' ? snoozedUntilMs : null,
    title: translate(lan, kind.titleKey),
    explanation: finding?.sentence ?? translate(lan, kind.explanationKey),
    ownerAdvice: finding?.ownerAdvice ?? translate(lan, kind.ownerKey),
    installerAdvice: finding?.installerAdvice ?? translate(lan, kind.installerKey),
    findingId: finding && me.modules.has(plantFindingsModule.name) ? findingId : null,
  };
}
