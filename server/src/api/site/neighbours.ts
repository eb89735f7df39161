import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { siteOrder } from './internal/siteOrder.ts';

interface Row {
  sid: string;
  siteName: string;
  place: number;
  mine: number;
  total: number;
}

export default handler<typeof site.neighbours>(async ({ input, me, visible, tx, now }) => {
  const { rows } = await sql<Row>`
    with placed as (
      select sid, name, row_number() over () as place from (
        select s.sid, s.name from ${siteRows({ me, visible })}
        where ${siteConditions(input.filters, now)} ${siteOrder(input.sort, now)}) o),
    mine as (select place from placed where sid = ${input.sid})
    select p.sid, p.name as "siteName", p.place, m.place as mine, (select count(*) from placed) as total
    from placed p, mine m where p.place between m.place - 1 and m.place + 1`.execute(tx);
  const at = (step: -1 | 1) => {
    const row = rows.find(({ place, mine }) => place - mine === step);
    return row === undefined ? null : { sid: row.sid, siteName: row.siteName };
  };
  const [first] = rows;
  return { before: at(-1), after: at(1), place: first?.mine ?? 0, total: first?.total ?? 0 };
});
