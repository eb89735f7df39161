import type { cases } from '@helioport/contract/case';
import type { OutputOf } from '@helioport/contract/endpoint';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { translate } from '../../platform/texts.ts';
import { nameSql } from '../../queries/assignable.ts';
import { findingsById } from '../../queries/finding/rows.ts';
import { ms } from '../../queries/found.ts';
import { fileAddress } from '../../repositories/files.ts';
import { caseColumns, caseJoins, caseRowOf, type StoredCase } from './internal/row.ts';

type Answer = OutputOf<typeof cases.detail>;

/** Steps that an answer carries at most, the newest. */
const STEPS = 500;

interface Alarm extends Omit<Answer['alarmRows'][number], 'title' | 'severity'> {
  key: string;
}

export default handler<typeof cases.detail>(async ({ input, me, visible, tx, now, lan }) => {
  const { rows } = await sql<StoredCase & { note: string; warrantyNote: string }>`
    select ${caseColumns(visible, now)}, c.note, c.warranty_note as "warrantyNote"
    from cases c join ${visible.sites} s on s.id = c.site_id ${caseJoins(visible)}
    where c.id = ${input.id}`.execute(tx);
  const { note, warrantyNote, ...row } = rows[0] ?? fail('case.unknown');
  const ofCase = (alias: string) =>
    sql`${sql.ref(`${alias}.site_id`)} = ${row.siteId} and ${sql.ref(`${alias}.case_id`)} = ${row.id}`;
  const { rows: findings } = await sql<{ id: number }>`
    select i.finding_id as id from case_findings i join finding f on f.site_id = i.site_id and f.id = i.finding_id
    where ${ofCase('i')} and not f.is_withdrawn order by f.until_at is not null, f.lost_wh desc, f.id`.execute(
    tx,
  );
  const { rows: alarms } = await sql<Alarm>`
    select a.id as "alarmId", a.kind as key, ${ms(sql`a.begun_at`)} as "begunAt", ${ms(sql`a.ended_at`)} as "endedAt",
      coalesce((select (array_agg(d.sn order by d.sn))[1:50] from devices d
        where d.id = any(a.device_ids) and d.site_id = a.site_id), '{}') as sns
    from case_alarms i join alarm a on a.site_id = i.site_id and a.id = i.alarm_id
    where ${ofCase('i')} order by a.ended_at is not null, a.id`.execute(tx);
  const { rows: visits } = await sql<Answer['visits'][number]>`
    select v.id, v.day, ${nameSql('u')} as who, v.note, v.is_done as "isDone"
    from case_visits v left join ${visible.users} u on u.id = v.user_id
    where ${ofCase('v')} order by v.day, v.id`.execute(tx);
  const { rows: photos } = await sql<Omit<Answer['photoRows'][number], 'address'> & { hash: string }>`
    select p.id, p.picture_hash as hash, ${ms(sql`p.added_at`)} as "addedAt", ${nameSql('u')} as who
    from case_photos p left join ${visible.users} u on u.id = p.user_id
    where ${ofCase('p')} order by p.id`.execute(tx);
  const { rows: steps } = await sql<Answer['steps'][number]>`
    select * from (
      select t.id, ${ms(sql`t.at`)} as at, t.step, ${nameSql('u')} as who, t.user_id is not null as "isByPerson",
        t.comment, t.detail
      from case_steps t left join ${visible.users} u on u.id = t.user_id
      where ${ofCase('t')} order by t.id desc limit ${STEPS}
    ) newest order by id`.execute(tx);
  return {
    ...caseRowOf(row),
    note,
    warrantyNote,
    visits,
    steps,
    findingRows: await findingsById(
      tx,
      { visible, me, now, lan },
      findings.map(({ id }) => id),
    ),
    alarmRows: alarms.flatMap((alarm) => {
      const kind = eventKindOf(alarm.key);
      return kind && kind.severity !== 'info'
        ? [{ ...alarm, title: translate(lan, kind.titleKey), severity: kind.severity }]
        : [];
    }),
    photoRows: photos.map(({ hash, ...photo }) => ({ ...photo, address: fileAddress(hash) })),
  };
});
