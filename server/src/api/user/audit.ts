import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { auditActions } from '@helioport/domain/auditActions';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Visible } from '../../access/visible.ts';
import { allOf, anyOf, contains, hasWords, pageSql } from '../../platform/search.ts';
import { translate } from '../../platform/texts.ts';
import { roleTitle } from '../../queries/titles.ts';

type Line = OutputOf<typeof user.audit>['list'][number];
type Filters = ParsedOf<typeof user.audit>['filters'];

interface Row extends Omit<Line, 'at' | 'actionTitle'> {
  at: Date;
  /** Total number of rows, if it was counted in the same query. */
  total: number | null;
}

export default handler<typeof user.audit>(async ({ input, me, visible, tx, lan }) => {
  const wanted = sql`from ${visible.audit} a where ${conditions(input.filters, visible)}`;
  // Newest first by default; entries are numbered in the order of writing.
  const isOldestFirst = input.sort[0]?.order === 'asc';
  const order = isOldestFirst ? sql`order by a.at, a.id` : sql`order by a.at desc, a.id desc`;
  // The whole log is counted and read by separate indexes; a filtered part is counted while reading.
  const isPart = me.scope !== 'all' || Object.values(input.filters).some((one) => one !== '' && one !== null);
  const { rows } = await sql<Row>`
    with few as (
      select a.id, ${isPart ? sql`count(*) over ()` : sql`null::bigint`} as total ${wanted} ${order} ${pageSql(input.page)}
    ),
    page as (select a.*, few.total from few join audit a on a.id = few.id),
    seen as materialized (
      select v.id, v.uid, v.email from ${visible.users} v
      where v.id = any(array(select user_id from page union select subject_user_id from page)))
    select a.total, a.id, a.at, a.action, coalesce(t.email, a.subject) as subject, coalesce(v.uid, '') as "userUid",
      coalesce(v.email, '') as "userEmail",
      case when v.id is not null or g.scope = 'company' then u.contact_person else '' end as "userName",
      case when g.scope = 'company' then coalesce(w.name, '') else '' end as "userCompany",
      coalesce(${roleTitle(lan)}, '') as "groupName", coalesce(s.sid, '') as sid, coalesce(s.name, '') as "siteName",
      coalesce(a.company_id, 0) as "companyId", coalesce(c.name, '') as "companyName",
      coalesce(t.uid, '') as "subjectUid", a.detail,
      case when ${isAboutDevice} then ${deviceOf(visible, sql`a.subject`)} end as device,
      case when ${isReplacement} then ${deviceOf(visible, sql`a.detail ->> 'by'`)} end as "newDevice"
    from page a
    left join users u on u.id = a.user_id and u.cancelled_at is null
    left join groups g on g.id = u.group_id
    left join companies w on w.id = u.company_id
    left join seen v on v.id = a.user_id
    left join seen t on t.id = a.subject_user_id
    left join ${visible.sites} s on s.id = a.site_id
    left join companies c on c.id = a.company_id
    ${order}`.execute(tx);
  const count = async () => {
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${wanted}`.execute(tx);
    return counted[0]?.total ?? 0;
  };
  return {
    list: rows.map(({ total: _total, at, ...row }) => ({
      ...row,
      at: at.getTime(),
      actionTitle: translate(lan, `audit.${row.action}`),
    })),
    total: rows[0]?.total ?? (await count()),
    actions: auditActions.map((action) => ({ action, title: translate(lan, `audit.${action}`) })),
  };
});

const isAboutDevice = sql`(starts_with(a.action, 'device.') or a.action = 'campaign.postpone')`;
const isReplacement = sql`(a.action in ('device.replace', 'device.replaceUndo') and a.detail ? 'by')`;

/** The device of an sn; its name where the caller sees it. */
const deviceOf = (visible: Visible, sn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select json_build_object('sn', n.sn, 'name', coalesce(d.alias, ''), 'isOpen', d.id is not null)
   from (select ${sn} as sn) n left join ${visible.devices} d on d.sn = n.sn limit 1)`;

/** Needs `a` = audit. Only visible users and plants can be searched for. */
function conditions(filters: Filters, visible: Visible): RawBuilder<unknown> {
  const { keywords, sid, uid, about_uid: about, user_email: email, company_id: companyId, action } = filters;
  return allOf([
    keywords &&
      anyOf([
        contains(sql`a.subject`, keywords),
        sql`(a.detail ? 'by' and ${contains(sql`(a.detail ->> 'by')`, keywords)})`,
        sql`a.subject = any(array(
          select d.sn from ${visible.devices} d where d.alias <> '' and ${hasWords(sql`search_key(d.alias)`, keywords)}))`,
        sql`a.site_id = any(array(
          select v.id from ${visible.sites} v where ${hasWords(sql`v.search_key`, keywords)}))`,
        sql`a.subject_user_id in (select v.id from ${visible.users} v where ${hasWords(sql`v.search_key`, keywords)})`,
      ]),
    sid && sql`a.site_id = (select v.id from ${visible.sites} v where v.sid = ${sid})`,
    uid && sql`a.user_id = (select v.id from ${visible.users} v where v.uid = ${uid})`,
    about &&
      sql`(select v.id from ${visible.users} v where v.uid = ${about}) in (a.user_id, a.subject_user_id)`,
    email &&
      sql`a.user_id in (select v.id from ${visible.users} v where ${hasWords(sql`v.search_key`, email)})`,
    companyId !== null && sql`a.company_id = ${companyId}`,
    action && sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`,
    filters.start_date && sql`a.at >= ${filters.start_date}::date`,
    filters.end_date && sql`a.at < ${filters.end_date}::date + 1`,
  ]);
}
