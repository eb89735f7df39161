// Table grid_factors: the operator's own factors of CO2, over the built-in ones.
import { type GridFactor, gridFactors } from '@helioport/domain/gridFactors';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

interface OwnRow extends GridFactor {
  countryCode: string;
}

/** The operator's own factors by country. */
export async function ownFactors(db: Db | Tx): Promise<Map<string, GridFactor>> {
  const { rows } = await sql<OwnRow>`
    select country_code as "countryCode", kg_per_kwh as "kgPerKwh", source, year from grid_factors`.execute(
    db,
  );
  return new Map(rows.map(({ countryCode, ...factor }) => [countryCode, factor]));
}

/** Locks the table for this transaction, so that the audit log has the correct previous value of every change. */
export async function lockFactors(tx: Tx): Promise<void> {
  await sql`lock table grid_factors in share row exclusive mode`.execute(tx);
}

/** The factors that count, by country: the operator's own, else the built-in ones. */
export const factorsNow = async (db: Db | Tx): Promise<ReadonlyMap<string, GridFactor>> =>
  new Map([...gridFactors, ...(await ownFactors(db))]);

interface Change {
  countryCode: string;
  /** Null takes the own value away, so that the built-in one counts again. */
  factor: GridFactor | null;
  at: Date;
  userId: number;
}

/** Gives a country a factor of the operator's own, or takes it away. */
export async function putFactor(tx: Tx, { countryCode, factor, at, userId }: Change): Promise<void> {
  if (factor === null) {
    await sql`delete from grid_factors where country_code = ${countryCode}`.execute(tx);
    return;
  }
  await sql`
    insert into grid_factors (country_code, kg_per_kwh, source, year, changed_at, changed_by)
    values (${countryCode}, ${factor.kgPerKwh}, ${factor.source}, ${factor.year}, ${at}, ${userId})
    on conflict (country_code) do update set kg_per_kwh = excluded.kg_per_kwh, source = excluded.source,
      year = excluded.year, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
}
