import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { findSitePlace } from '../../queries/findSite.ts';

export default handler<typeof device.recomputing>(async (call) => {
  const { id } = await findSitePlace(call, call.input.sid);
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from dirty_day where site_id = ${id}`.execute(call.tx);
  return { days: rows[0]?.days ?? 0 };
});
