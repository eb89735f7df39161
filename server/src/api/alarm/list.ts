import type { alarm } from '@helioport/contract/alarm';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { alarmKinds } from '@helioport/domain/alarms';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Me } from '../../access/me.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { companyAndBelow } from '../../queries/companyTree.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { isState } from './internal/isState.ts';
import { alarmColumns, alarmJoins, alarmRowsOf, type StoredAlarm } from './internal/row.ts';

const severities = ['critical', 'major', 'minor'] as const;
const kindsOf = (severity: string) =>
  alarmKinds.map(({ kind }) => kind).filter((kind) => eventKindOf(kind)?.severity === severity);
/** Kinds from most to least severe. */
const byGravity = severities.flatMap(kindsOf);
const gravity = sql`array_position(${byGravity}::text[], a.kind)`;

export default handler<typeof alarm.list>(async ({ input, visible, tx, me, now, lan }) => {
  const { sort, page } = input;
  const from = sql`from alarm a join ${visible.sites} s on s.id = a.site_id`;
  const order = orderBy(
    sort,
    {
      severity: gravity,
      siteName: sql`lower(s.name)`,
      begunAt: sql`a.begun_at`,
      raisedAt: sql`a.raised_at`,
      endedAt: sql`a.ended_at`,
    },
    sql`${sort.length === 0 ? sql`a.ended_at is null desc, case when a.ended_at is null then ${gravity} end, ` : sql``}
      a.raised_at desc, a.id desc`,
  );
  const { rows } = await sql<StoredAlarm & { total: number }>`
    select ${alarmColumns(visible, now)}, a.total
    from (select a.*, count(*) over () as total ${from} where ${conditions(input, me, now)} ${order} ${pageSql(page)}) a
    join ${visible.sites} s on s.id = a.site_id ${alarmJoins(visible)} ${order}`.execute(tx);
  const { rows: counts } = await sql<{ open: number; acknowledged: number; snoozed: number }>`
    select count(*) filter (where ${isState('open', now)}) as open,
      count(*) filter (where ${isState('acknowledged', now)}) as acknowledged,
      count(*) filter (where ${isState('snoozed', now)}) as snoozed
    ${from} where a.ended_at is null and not a.is_grouped`.execute(tx);
  return {
    list: await alarmRowsOf(
      tx,
      rows.map(({ total: _total, ...row }) => row),
      { lan, now, me },
    ),
    total: rows[0]?.total ?? 0,
    counts: counts[0] ?? { open: 0, acknowledged: 0, snoozed: 0 },
  };
});

/** Needs `a` = alarm and `s` = its plant. */
function conditions(
  { filters, withFolded }: ParsedOf<typeof alarm.list>,
  { userId }: Me,
  now: number,
): RawBuilder<unknown> {
  const { keywords, sid, sn, state, severity, key, mine } = filters;
  const { owner_uid: ownerUid, company_id: companyId } = filters;
  const has = (condition: RawBuilder<unknown>) => sql`exists (
    select from devices d where d.id = any(a.device_ids) and d.site_id = a.site_id and ${condition})`;
  return allOf([
    keywords && anyOf([contains(sql`s.name`, keywords), has(hasSn(sql`d.sn`, keywords))]),
    sid && sql`s.sid = ${sid}`,
    sn && has(hasSn(sql`d.sn`, sn)),
    ownerUid && sql`s.owner_id = (select u.id from users u where u.uid = ${ownerUid})`,
    companyId !== null && sql`s.company_id in ${companyAndBelow(companyId, filters.with_below === true)}`,
    state && isState(state, now),
    severity && sql`a.kind = any(${kindsOf(severity)}::text[])`,
    key && sql`a.kind = ${key}`,
    mine === true && sql`a.assigned_to = ${userId}`,
    !withFolded && sql`not a.is_grouped`,
  ]);
}
