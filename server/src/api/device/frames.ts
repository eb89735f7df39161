import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { pageSql } from '../../platform/search.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { rawFrames } from './internal/rawFrames.ts';

export default handler<typeof device.frames>(async (call) => {
  const { input, me, tx } = call;
  const { id } = await findDevice(call, { sn: input.sn });
  // Frames from before the claim may belong to another owner.
  const wanted = sql`device_id = ${id} and (${me.scope === 'all'}
    or at >= (select d.claimed_at from devices d where d.id = ${id}))`;
  const list = await rawFrames(tx, wanted, pageSql(input.page));
  const { rows: more } = await sql`
    select 1 from raw_frame where ${wanted}
    order by at desc limit 1 offset ${input.page.size * (input.page.num + 1)}`.execute(tx);
  return {
    list,
    hasMore: more.length > 0,
  };
});
