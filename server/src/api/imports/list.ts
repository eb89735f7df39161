import type { OutputOf } from '@helioport/contract/endpoint';
import type { imports } from '@helioport/contract/imports';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

type Row = OutputOf<typeof imports.list>['list'][number];
type Totals = Row['totals'];

/** Share of the progress that is reached when all readings are stored. */
const STORED = 0.4;

export default handler<typeof imports.list>(async (call) => {
  const { id } = await siteToChange(call, call.input.sid);
  const { rows } = await sql<
    Omit<Row, 'state' | 'progress' | 'totals'> & {
      stored: 'waiting' | 'storing' | 'rolling' | 'done' | 'failed';
      share: number;
      left: number;
      sums: Partial<Totals>;
    }
  >`
    select i.id, i.source, i.step_minutes as "stepMinutes", i.days, i.skipped_days as "skippedDays", i.totals as sums,
      i.file_name as "fileName", i.first_day::text as "firstDay", i.last_day::text as "lastDay", i.state as stored,
      i.readings_done::float8 / greatest(1, i.readings) as share,
      case when i.state = 'rolling' then (
        select count(*)::int from dirty_day d
        where d.site_id = i.site_id and d.day between i.first_day and i.last_day) else 0 end as left,
      ${ms(sql`i.created_at`)} as "createdAt",
      coalesce((select v.email from ${call.visible.users} v where v.id = i.created_by), '') as "createdBy"
    from history_imports i where i.site_id = ${id} order by i.id desc`.execute(call.tx);
  return {
    list: rows.map(({ stored, share, left, sums, ...row }) => ({
      ...row,
      totals: {
        produced: sums.produced ?? null,
        imported: sums.imported ?? null,
        exported: sums.exported ?? null,
        charged: sums.charged ?? null,
        discharged: sums.discharged ?? null,
      },
      state: stored === 'storing' || stored === 'rolling' ? 'running' : stored,
      progress:
        stored === 'done'
          ? 1
          : stored === 'rolling'
            ? STORED + (1 - STORED) * Math.max(0, 1 - left / Math.max(1, row.days))
            : STORED * Math.min(1, share),
    })),
  };
});
