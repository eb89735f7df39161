import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { IrradianceSource } from '@helioport/domain/analytics/types';
import { addDays } from '@helioport/domain/periods';
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ratioKindOf } from '../../queries/finding/ratio.ts';
import { yearlyWhSql } from '../../queries/finding/rows.ts';
import { findSitePlace } from '../../queries/findSite.ts';

type Module = OutputOf<typeof site.modulesExpected>['list'][number];

interface Row {
  sn: string;
  addr: number;
  produced: number | null;
  expected: number | null;
  completeness: number | null;
  findingId: number | null;
}

export default handler<typeof site.modulesExpected>(async (call) => {
  const { input, visible, tx } = call;
  const { id } = await findSitePlace(call, input.sid);
  const { rows: newest } = await sql<{ day: string }>`
    select max(day) as day from site_expected where site_id = ${id} and is_whole and completeness > 0`.execute(
    tx,
  );
  const to = newest[0]?.day ?? null;
  if (to === null) return { from: null, to: null, ratioKind: null, list: [] };
  const from = addDays(to, 1 - input.days);
  const { rows } = await sql<Row>`
    with made as (
      select e.device_id, m.addr::int as addr, sum(m.produced) as produced, sum(m.expected) as expected,
        avg(m.completeness) as completeness
      from device_expected e
      cross join lateral unnest(e.produced_wh, e.expected_wh, e.completeness) with ordinality
        as m(produced, expected, completeness, addr)
      where e.site_id = ${id} and e.day between ${from}::date and ${to}::date
        and m.produced is not null and m.expected is not null
      group by 1, 2
    ), worst as (
      select distinct on (m.device_id, m.addr) m.device_id, m.addr, f.id
      from finding f cross join unnest(f.device_ids, f.addrs) as m(device_id, addr)
      where f.site_id = ${id} and f.until_at is null and f.is_fault and not f.is_withdrawn
      order by m.device_id, m.addr, ${yearlyWhSql} / greatest(1, cardinality(f.device_ids)) desc
    )
    select d.sn, made.addr, made.produced, made.expected, made.completeness, worst.id as "findingId"
    from made join ${visible.devices} d on d.id = made.device_id and d.site_id = ${id} and d.retired_at is null
    left join worst on worst.device_id = made.device_id and worst.addr = made.addr
    order by d.id, made.addr`.execute(tx);
  const { rows: sources } = await sql<{ source: IrradianceSource }>`
    select source from site_expected
    where site_id = ${id} and is_whole and day between ${from}::date and ${to}::date`.execute(tx);
  return { from, to, ratioKind: ratioKindOf(sources.map(({ source }) => source)), list: rows.map(moduleOf) };
});

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000);

const moduleOf = ({ sn, addr, produced, expected, completeness, findingId }: Row): Module => ({
  plcSN: plcSn(sn, addr),
  sn,
  addr,
  findingId,
  producedKwh: produced === null ? null : rounded(produced / 1000),
  expectedKwh: expected === null ? null : rounded(expected / 1000),
  ratio: produced === null || expected === null || expected <= 0 ? null : rounded(produced / expected),
  completeness: rounded(completeness),
});
