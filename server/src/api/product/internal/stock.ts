import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';

/**
 * Location of serial number `e` for the caller (`stockPlaces` of the contract): in stock means not issued for
 * operators, and issued to the company itself for a company. Null for serial numbers that are only restricted.
 */
export const stockOf = ({ scope, companyId }: Pick<Me, 'scope' | 'companyId'>): RawBuilder<unknown> => sql`
  case when e.product_number is null then null when e.activated_at is not null then 'installed'
    when e.returned_at is not null then 'returned'
    when ${scope === 'all' ? sql`e.issued_at is null` : sql`e.company_id = ${companyId}`} then 'inStock'
    else 'atDealer' end`;
