import type { device } from '@helioport/contract/device';
import { rounded } from '@helioport/domain/units';
import { displayTime, frameVersion } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, orderBy, pageSql } from '../../platform/search.ts';
import { hasSn } from '../../reads/findDevice.ts';
import { ms } from '../../reads/found.ts';
import { lastUpdateOf, modelOf, statusOf } from '../../reads/words.ts';
import { mainPowerW } from '../../telemetry/catalogue.ts';
import { reportCounts } from '../../telemetry/take/unclaimed.ts';

interface Row {
  id: number;
  partIds: number[];
  sn: string;
  kind: string;
  productNumber: number | null;
  modelByte: number | null;
  firstAt: number;
  lastAt: number | null;
  nowW: number;
  state: number | null;
}

/** No plant, so no clock of its own. */
const ZONE = 'UTC';
const NOT_REGISTERED = 2;

const listNoReg: Handler<typeof device.listNoReg> = async ({ input, visible, tx, now, lan }) => {
  const firstAt = sql`coalesce(d.first_seen_at, d.created_at)`;
  const { keywords, sn } = input.filters;
  const wanted = sql`where d.retired_at is null and d.parent_id is null
      and ${allOf([keywords && hasSn(sql`d.sn`, keywords), sn && hasSn(sql`d.sn`, sn)])}`;
  const newest = sql`left join latest l on l.site_id = 0 and l.device_id = d.id`;
  const order = orderBy(
    input.sort,
    { sn: sql`d.sn`, now: mainPowerW('l'), lastUpdate: sql`l.at`, createdAt: firstAt },
    sql`d.id`,
  );
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${visible.unregistered} d ${wanted}`.execute(tx);
  // Anybody can bring a hundred thousand of them, so the page is found by what orders it alone.
  const byNewest = input.sort.some(({ field }) => field === 'now' || field === 'lastUpdate');
  const page = await sql<{ id: number }>`
    select d.id from ${visible.unregistered} d ${byNewest ? newest : sql``} ${wanted}
    ${order} ${pageSql(input.page)}`.execute(tx);
  const ids = sql`${page.rows.map(({ id }) => id)}::bigint[]`;
  const { rows } = await sql<Row>`
    select d.id, d.sn, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      ${ms(firstAt)} as "firstAt", ${ms(sql`l.at`)} as "lastAt", coalesce(${mainPowerW('l')}, 0) as "nowW", l.state,
      array(select p.id from devices p where p.parent_id = d.id) as "partIds"
    from devices d ${newest}
    where d.id = any(${ids}) order by array_position(${ids}, d.id)`.execute(tx);
  const counts = await reportCounts(
    tx,
    rows.flatMap((row) => [row.id, ...row.partIds]),
  );
  return {
    list: rows.map((row) => ({
      sn: row.sn,
      ...modelOf(row, lan),
      version: frameVersion(row.modelByte, row.state),
      ...statusOf(NOT_REGISTERED, lan),
      now: rounded(row.nowW, 1),
      nowUnit: 'W',
      createdAt: displayTime(row.firstAt, ZONE),
      ...lastUpdateOf(row.lastAt, ZONE, now, lan),
      // A message of a machine is one report of each of its parts.
      reportCount: Math.max(...[row.id, ...row.partIds].map((id) => counts.get(id) ?? 0)),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
};

export default listNoReg;
