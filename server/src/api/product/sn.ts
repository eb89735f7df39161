import type { OutputOf } from '@helioport/contract/endpoint';
import type { product } from '@helioport/contract/product';
import { parseSn } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { pageSql } from '../../platform/search.ts';
import { serialConditions } from './internal/serialConditions.ts';
import { stockOf } from './internal/stock.ts';

type Entry = OutputOf<typeof product.sn>['list'][number];
interface Row
  extends Omit<Entry, 'maker' | 'isActivated' | 'isIssued' | 'isRestricted' | `${string}At` | 'createdAt'> {
  issuedAt: Date | null;
  activatedAt: Date | null;
  restrictedAt: Date | null;
  returnedAt: Date | null;
  createdAt: Date;
}

export default handler<typeof product.sn>(async ({ input, me, visible, tx, share }) => {
  const { filters, page } = input;
  const where = sql`where ${serialConditions(filters, me)}`;
  const direction = input.sort[0]?.order === 'desc' ? sql`desc` : sql`asc`;
  // A page is read along the key, so the cost depends on the page and its offset, not on the size of the list.
  const { rows } = await sql<Row>`
    select e.sn, coalesce(e.product_number, 0) as model, coalesce(p.name, '') as "modelName",
      coalesce((
        select s.sid from ${visible.devices} d join sites s on s.id = d.site_id where d.sn = e.sn limit 1
      ), '') as sid,
      coalesce(e.company_id, 0) as "companyId", coalesce(c.name, '') as "companyName", e.issued_at as "issuedAt",
      e.activated_at as "activatedAt", e.restricted_at as "restrictedAt",
      e.restricted_reason as "restrictedReason", e.batch, e.created_at as "createdAt",
      e.returned_at as "returnedAt", ${stockOf(me)} as stock
    from (select * from ${visible.serials} e ${where} order by e.sn ${direction} ${pageSql(page)}) e
    left join products p on p.number = e.product_number left join companies c on c.id = e.company_id
    order by e.sn ${direction}`.execute(tx);
  const total = await share('product.sn', filters, async () => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from ${visible.serials} e ${where}`.execute(tx);
    return counted[0]?.total ?? 0;
  });
  return { list: rows.map(answerOf), total };
});

const answerOf = ({ issuedAt, activatedAt, restrictedAt, returnedAt, createdAt, ...row }: Row): Entry => ({
  ...row,
  maker: parseSn(row.sn)?.vendor ?? '',
  isIssued: issuedAt !== null,
  issuedAt: issuedAt?.getTime() ?? null,
  isActivated: activatedAt !== null,
  activatedAt: activatedAt?.getTime() ?? null,
  isRestricted: restrictedAt !== null,
  restrictedAt: restrictedAt?.getTime() ?? null,
  returnedAt: returnedAt?.getTime() ?? null,
  createdAt: createdAt.getTime(),
});
