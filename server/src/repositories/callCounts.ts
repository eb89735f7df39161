// Table call_counts: recent uses of a key, counted for all processes together. Unlogged, so counting needs no disk
// sync, and a crash of the database resets the counts.
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../platform/db.ts';
import type { Taken } from '../platform/leases.ts';

/** Up to `want` of the `max` that a key has in a span of `spanMs`, which begins when it is first taken. */
interface Wanted {
  key: string;
  want: number;
  max: number;
  spanMs: number;
}

interface Row {
  before: number;
  leftMs: number;
}

/** Requests beyond the limit are not added, so the sum is the number granted before. */
const taking = `
  insert into call_counts as c (key, taken, until)
  values ($1, $2, clock_timestamp() + make_interval(secs => $4))
  on conflict (key) do update set
    taken = case when c.until <= clock_timestamp() then excluded.taken else least(c.taken, $3) + excluded.taken end,
    until = case when c.until <= clock_timestamp() then excluded.until else c.until end
  returning taken - $2 as before, (extract(epoch from until - clock_timestamp()) * 1000)::float8 as "leftMs"`;

const valuesOf = ({ key, want, max, spanMs }: Wanted) => [key, want, max, spanMs / 1000];

const takenOf = ([row]: readonly Row[], { want, max }: Wanted): Taken => ({
  granted: Math.max(0, Math.min(want, max - (row?.before ?? 0))),
  leftMs: row?.leftMs ?? 0,
});

/** Takes units in its own transaction; no lock remains. */
export async function takeCount(db: Db, wanted: Wanted): Promise<Taken> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(taking, valuesOf(wanted)));
  return takenOf(rows, wanted);
}

/** Takes inside the transaction of a connection: others who want of this key wait for its end. */
export async function takeCountBy(client: pg.ClientBase, wanted: Wanted): Promise<Taken> {
  const { rows } = await client.query<Row>({ name: 'call-count', text: taking, values: valuesOf(wanted) });
  return takenOf(rows, wanted);
}

/** Removes the counts of spans that are over; returns how many. */
export async function deleteOldCounts(db: Db): Promise<number> {
  const result = await sql`delete from call_counts where until < clock_timestamp()`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
