import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { pageSql } from '../../platform/search.ts';
import { findDevice } from '../../queries/findDevice.ts';

/** Bits of `raw_frame.checks`: the inner checksum, the sum and the exclusive or. */
const ALL_CHECKS = 7;

export default handler<typeof device.frames>(async (call) => {
  const { input, me, tx } = call;
  const { id } = await findDevice(call, { sn: input.sn });
  // Frames from before the claim may belong to another owner.
  const wanted = sql`device_id = ${id} and (${me.scope === 'all'}
    or at >= (select d.claimed_at from devices d where d.id = ${id}))`;
  const { rows } = await sql<Columns<'raw_frame', 'at' | 'checks'> & { bytes: string }>`
    select at, encode(bytes, 'hex') as bytes, checks from raw_frame where ${wanted}
    order by at desc ${pageSql(input.page)}`.execute(tx);
  const { rows: more } = await sql`
    select 1 from raw_frame where ${wanted}
    order by at desc limit 1 offset ${input.page.size * (input.page.num + 1)}`.execute(tx);
  return {
    list: rows.map(({ at, bytes, checks }) => ({ at: at.getTime(), bytes, isWhole: checks === ALL_CHECKS })),
    hasMore: more.length > 0,
  };
});
