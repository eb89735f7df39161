import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { CURVE_STEP_MINUTES, powerOfToday } from '../../timeseries/query/today.ts';

export default handler<typeof site.curves>(async ({ input, visible, tx, now }) => {
  const { rows } = await sql<Columns<'sites', 'id' | 'sid' | 'timezone'>>`
    select s.id, s.sid, s.timezone from ${visible.sites} s where s.sid = any(${input.sids}::text[])
    order by s.id`.execute(tx);
  const sids = new Map(rows.map(({ id, sid }) => [id, sid]));
  const list = await powerOfToday(tx, rows, now);
  return {
    stepMinutes: CURVE_STEP_MINUTES,
    list: list.map(({ siteId, ...curve }) => ({ sid: sids.get(siteId) ?? '', ...curve })),
  };
});
