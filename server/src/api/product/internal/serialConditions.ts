// Which serials a list, or an action on all that match, asks for.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { canonicalSn, searchedSn } from '@helioport/domain/deviceIdentity';
import { knownProducts } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import { allOf, anyOf } from '../../../platform/search.ts';
import { stockOf } from './stock.ts';

type Filters = ParsedOf<typeof product.sn>['filters'];

/** The last character that a serial can be followed by, in byte order. */
const END = '\u{10FFFF}';

/** The condition of the filters; needs `e` = serials. */
export function serialConditions(asked: Filters, me: Pick<Me, 'scope' | 'companyId'>): RawBuilder<unknown> {
  const start = beginningOf(asked.sn);
  const is = (column: RawBuilder<unknown>, wanted: boolean | null) =>
    wanted !== null && (wanted ? sql`${column} is not null` : sql`${column} is null`);
  return allOf([
    start !== '' && anyOf(beginningsOf(asked.sn, start)),
    asked.model !== null && sql`e.product_number = ${asked.model}`,
    asked.company_id === 0 && sql`e.issued_at is not null and e.company_id is null`,
    !!asked.company_id && sql`e.company_id = ${asked.company_id}`,
    is(sql`e.activated_at`, asked.is_activated),
    is(sql`e.restricted_at`, asked.is_restricted),
    is(sql`e.issued_at`, asked.is_issued),
    asked.stock !== null && sql`${stockOf(me)} = ${asked.stock}`,
  ]);
}

/**
 * What a serial may begin with, each a range of the key: what was typed, also behind the name of each vendor that has
 * serials in the list, and the name of a vendor whose beginning was typed.
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

/** As serials begin: upper case, behind the vendor of others in lower case. */
function beginningOf(typed: string): string {
  const text = searchedSn(typed.trim());
  const dot = text.indexOf('.');
  if (dot < 0) return canonicalSn(text);
  return `${text.slice(0, dot).toLowerCase()}.${text.slice(dot + 1).toUpperCase()}`;
}
