import type { device } from '@helioport/contract/device';
import { DOWNLOAD_DAYS, type downloadStates } from '@helioport/contract/deviceDownloads';
import type { OutputOf } from '@helioport/contract/endpoint';
import { DAY_MS } from '@helioport/domain/duration';
import { dayNumber } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, pageSql } from '../../platform/search.ts';
import { ms } from '../../queries/found.ts';

type Answer = OutputOf<typeof device.downloadList>['list'][number];
type Row = Omit<Answer, 'percent' | 'expiresAt'> & {
  daysDone: number;
  endedAt: number | null;
};

export default handler<typeof device.downloadList>(async ({ input, me, visible, tx }) => {
  const { sn } = input.filters;
  // Exported files are private, also while another user views the portal as this user.
  const isMine = me.userId === me.ownUserId;
  const own = sql`l.user_id = ${me.userId} and ${isMine} and ${allOf([sn && sql`l.sn = ${sn}`])}`;
  const { rows } = await sql<Row>`
    select l.id, l.sn, l.sid, coalesce(s.name, '') as "siteName", l.format, l.from_day as "from", l.to_day as "to",
      l.state, l.reason, l.row_count as rows, l.days_done as "daysDone", ${ms(sql`l.created_at`)} as "createdAt",
      ${ms(sql`l.ended_at`)} as "endedAt", case when l.state = 'done' then coalesce(f.bytes, 0) else 0 end as bytes
    from downloads l left join ${visible.sites} s on s.sid = l.sid left join large_files f on f.id = l.file_id
    where ${own}
    order by l.created_at desc, l.id desc ${pageSql(input.page)}`.execute(tx);
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from downloads l where ${own}`.execute(tx);
  return {
    list: rows.map(({ daysDone, endedAt, ...row }) => ({
      ...row,
      percent: percentOf(row, daysDone),
      expiresAt: endedAt === null ? null : Math.round(endedAt) + DOWNLOAD_DAYS * DAY_MS,
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});

/** A file whose last day is read still has to be closed. */
function percentOf(
  { state, from, to }: { state: (typeof downloadStates)[number]; from: string; to: string },
  daysDone: number,
): number {
  if (state === 'done') return 100;
  return Math.min(99, Math.floor((100 * daysDone) / (dayNumber(to) - dayNumber(from) + 1)));
}
