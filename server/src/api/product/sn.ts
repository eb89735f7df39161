import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { canonicalSn, parseSn, searchedSn } from '@helioport/domain/deviceIdentity';
import { knownProducts } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, anyOf, pageSql } from '../../platform/search.ts';

type Entry = OutputOf<typeof product.sn>['list'][number];
type Filters = ParsedOf<typeof product.sn>['filters'];

interface Row
  extends Omit<Entry, 'maker' | 'isActivated' | 'isIssued' | 'isRestricted' | `${string}At` | 'createdAt'> {
  issuedAt: Date | null;
  activatedAt: Date | null;
  restrictedAt: Date | null;
  createdAt: Date;
}

const sn: Handler<typeof product.sn> = async ({ input, visible, tx, share }) => {
  const { filters, page } = input;
  const where = sql`where ${conditions(filters)}`;
  const direction = input.sort[0]?.order === 'desc' ? sql`desc` : sql`asc`;
  // A page is read along the key, so that a million serials cost no more than the page and what lies before it.
  const { rows } = await sql<Row>`
    select e.sn, coalesce(e.product_number, 0) as model, coalesce(p.name, '') as "modelName",
      coalesce(e.company_id, 0) as "companyId", coalesce(c.name, '') as "companyName", e.issued_at as "issuedAt",
      e.activated_at as "activatedAt", e.restricted_at as "restrictedAt",
      e.restricted_reason as "restrictedReason", e.batch, e.created_at as "createdAt"
    from (select * from ${visible.serials} e ${where} order by e.sn ${direction} ${pageSql(page)}) e
    left join products p on p.number = e.product_number left join companies c on c.id = e.company_id
    order by e.sn ${direction}`.execute(tx);
  const total = await share('product.sn', filters, async () => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from ${visible.serials} e ${where}`.execute(tx);
    return counted[0]?.total ?? 0;
  });
  return { list: rows.map(answerOf), total };
};

const answerOf = ({ issuedAt, activatedAt, restrictedAt, createdAt, ...row }: Row): Entry => ({
  ...row,
  maker: parseSn(row.sn)?.vendor ?? '',
  isIssued: issuedAt !== null,
  issuedAt: issuedAt?.getTime() ?? null,
  isActivated: activatedAt !== null,
  activatedAt: activatedAt?.getTime() ?? null,
  isRestricted: restrictedAt !== null,
  restrictedAt: restrictedAt?.getTime() ?? null,
  createdAt: createdAt.getTime(),
});

/** The last character that a serial can be followed by, in byte order. */
const END = '\u{10FFFF}';

/** Needs `e` = serials. */
function conditions(asked: Filters): RawBuilder<unknown> {
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

export default sn;
