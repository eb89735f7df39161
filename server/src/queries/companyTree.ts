import { type RawBuilder, sql } from 'kysely';

/** The ID of a company or, with `withBelow`, IDs of it and all companies under it, to select from with `in`. */
export const companyAndBelow = (companyId: number, withBelow: boolean): RawBuilder<unknown> =>
  withBelow
    ? sql`(with recursive below as (
        select ${companyId}::bigint as id
        union select k.id from companies k join below b on k.parent_id = b.id
      )
      select id from below)`
    : sql`(select ${companyId}::bigint)`;
