// Stored raw frames of devices.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';

/** Bits of `raw_frame.checks`: the inner checksum, the sum and the exclusive or. */
const ALL_CHECKS = 7;

/** The frames that meet a condition, newest first; `page` is a limit and an offset. */
export async function rawFrames(
  tx: Tx,
  wanted: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<OutputOf<typeof device.frames>['list']> {
  const { rows } = await sql<Columns<'raw_frame', 'at' | 'checks'> & { bytes: string }>`
    select at, encode(bytes, 'hex') as bytes, checks from raw_frame where ${wanted}
    order by at desc ${page}`.execute(tx);
  return rows.map(({ at, bytes, checks }) => ({ at: at.getTime(), bytes, isWhole: checks === ALL_CHECKS }));
}
