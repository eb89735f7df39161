import type { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fleetPage } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { nameSql } from '../../queries/assignable.ts';
import { ms } from '../../queries/found.ts';
import { alarmColumns, alarmJoins, alarmRowsOf, type StoredAlarm } from './internal/row.ts';

type Step = OutputOf<typeof alarm.detail>['steps'][number];

export default handler<typeof alarm.detail>(async ({ input, me, visible, tx, lan, now }) => {
  const { rows } = await sql<StoredAlarm>`
    select ${alarmColumns(visible, now)}
    from alarm a join ${visible.sites} s on s.id = a.site_id ${alarmJoins(visible)}
    where a.id = ${input.alarmId}`.execute(tx);
  const { siteId } = rows[0] ?? fail('alarm.unknown');
  const row = (await alarmRowsOf(tx, rows, { lan, now, me }))[0] ?? fail('alarm.unknown');
  const { rows: steps } = await sql<Step>`
    select ${ms(sql`t.at`)} as at, t.step, ${nameSql('u')} as who, t.user_id is not null as "isByPerson",
      ${nameSql('o')} as "toWhom", ${ms(sql`t.until`)} as until, t.comment
    from alarm_step t
    left join ${visible.users} u on u.id = t.user_id
    left join ${visible.users} o on o.id = t.other_id
    where t.site_id = ${siteId} and t.alarm_id = ${input.alarmId} order by t.id`.execute(tx);
  const { rows: grouped } =
    row.endedAt === null && !row.isFolded
      ? await sql<StoredAlarm>`
          select ${alarmColumns(visible, now)}
          from alarm a join ${visible.sites} s on s.id = a.site_id ${alarmJoins(visible)}
          where a.site_id = ${siteId} and a.ended_at is null and a.is_grouped
            and (${row.key === 'plantSilent'} or a.device_ids && (
              select b.device_ids from alarm b where b.site_id = ${siteId} and b.id = ${input.alarmId}))
          order by a.id`.execute(tx)
      : { rows: [] };
  const { rows: found } = me.pages.has(fleetPage.name)
    ? await sql<{ id: number }>`
        select case_id as id from case_alarms where site_id = ${siteId} and alarm_id = ${input.alarmId}`.execute(
        tx,
      )
    : { rows: [] };
  return {
    ...row,
    steps,
    folded: await alarmRowsOf(tx, grouped, { lan, now, me }),
    caseId: found[0]?.id ?? null,
  };
});
