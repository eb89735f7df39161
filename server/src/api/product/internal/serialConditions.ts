// Filters of serial number lists and of actions on all matches.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { canonicalSn, searchedSn } from '@helioport/domain/deviceIdentity';
import { knownProducts } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import { allOf, anyOf } from '../../../platform/search.ts';
import { stockOf } from './stock.ts';

type Filters = ParsedOf<typeof product.sn>['filters'];

/** Upper bound of a prefix search, in byte order. */
const END = '\u{10FFFF}';

/** Condition of the filters; needs `e` = serial numbers. */
export function serialConditions(filters: Filters, me: Pick<Me, 'scope' | 'companyId'>): RawBuilder<unknown> {
  const start = beginningOf(filters.sn);
  const is = (column: RawBuilder<unknown>, wanted: boolean | null) =>
    wanted !== null && (wanted ? sql`${column} is not null` : sql`${column} is null`);
  return allOf([
    start !== '' && anyOf(beginningsOf(filters.sn, start)),
    filters.model !== null && sql`e.product_number = ${filters.model}`,
    filters.company_id === 0 && sql`e.issued_at is not null and e.company_id is null`,
    !!filters.company_id && sql`e.company_id = ${filters.company_id}`,
    is(sql`e.activated_at`, filters.is_activated),
    is(sql`e.restricted_at`, filters.is_restricted),
    is(sql`e.issued_at`, filters.is_issued),
    filters.stock !== null && sql`${stockOf(me)} = ${filters.stock}`,
  ]);
}

/**
 * Prefixes to search, each a range of the key: the entered text, the same after each vendor name in the list, and
 * vendor names that start with it.
 */
function beginningsOf(typed: string, start: string): RawBuilder<unknown>[] {
  const from = (text: string) => sql`e.sn >= ${text} and e.sn < ${`${text}${END}`}`;
  const text = typed.trim();
  if (text.includes('.')) return [from(start)];
  const serial = text.toUpperCase();
  return [
    from(start),
    from(text.toLowerCase()),
    ...[...new Set(knownProducts().map(({ vendor }) => vendor))].map((vendor) => from(`${vendor}.${serial}`)),
  ];
}

/** Prefix in stored form: upper case, after the vendor name in lower case. */
function beginningOf(typed: string): string {
  const text = searchedSn(typed.trim());
  const dot = text.indexOf('.');
  if (dot < 0) return canonicalSn(text);
  return `${text.slice(0, dot).toLowerCase()}.${text.slice(dot + 1).toUpperCase()}`;
}
