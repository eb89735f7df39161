import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { pageSql } from '../../platform/search.ts';
import { translate } from '../../platform/texts.ts';
import { refuseEdit } from '../../queries/refuseEdit.ts';
import { roleTitle } from '../../queries/titles.ts';

type Change = OutputOf<typeof site.changes>['list'][number];

export default handler<typeof site.changes>(async (call) => {
  const { input, visible, tx, lan } = call;
  const named = sql`select s.id from sites s where s.sid = ${input.sid}`;
  const { rows: found } = await sql<Columns<'sites', 'id'>>`
    select s.id from ${visible.editableSites} s where s.sid = ${input.sid}`.execute(tx);
  const id = found[0]?.id ?? (await refuseEdit(call, named, 'site.unknown'));
  // Staff of a company appear with their name; the email address is shown only to callers who see the user anyway.
  const { rows } = await sql<Omit<Change, 'at' | 'actionTitle'> & { at: Date; total: number }>`
    select a.id, a.at, a.action, a.subject, a.detail, count(*) over () as total,
      coalesce(case when v.id is not null then v.email end, nullif(u.contact_person, ''), '') as "userName",
      coalesce(${roleTitle(lan)}, '') as "groupName"
    from audit a
    left join users u on u.id = a.user_id and u.cancelled_at is null
    left join groups g on g.id = u.group_id
    left join ${visible.users} v on v.id = a.user_id
    where a.site_id = ${id} and ${input.sn ? sql`a.subject = ${input.sn}` : sql`true`}
    order by a.at desc, a.id desc ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map(({ total: _total, at, ...row }) => ({
      ...row,
      at: at.getTime(),
      actionTitle: translate(lan, `audit.${row.action}`),
    })),
    total: rows[0]?.total ?? 0,
  };
});
