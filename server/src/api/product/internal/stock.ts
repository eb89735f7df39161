import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';

/**
 * Where serial `e` is, seen from the caller (`stockPlaces` of the contract): for operators in stock is what is not issued,
 * for a company what is issued to that company itself. Null for serials that are only restricted.
 */
export const stockOf = ({ scope, companyId }: Pick<Me, 'scope' | 'companyId'>): RawBuilder<unknown> => sql`
  case when e.product_number is null then null when e.activated_at is not null then 'installed'
    when e.returned_at is not null then 'returned'
    when ${scope === 'all' ? sql`e.issued_at is null` : sql`e.company_id = ${companyId}`} then 'inStock'
    else 'atDealer' end`;
