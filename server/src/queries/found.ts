// What finding a plant and finding a device have in common.
import { localDay } from '@helioport/domain/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Visible } from '../access/visible.ts';
import type { Tx } from '../platform/db.ts';

/** The caller and the time. */
export interface QueryContext {
  tx: Tx;
  visible: Visible;
  now: number;
}

/** The instant of a column in whole ms. */
export const ms = (column: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`round(extract(epoch from ${column}) * 1000)::float8`;

/** The requested day, or today in plant time. */
export const dayOrToday = (day: string | null, { timezone }: { timezone: string }, now: number): string =>
  day ?? localDay(now, timezone);
