import type { device } from '@helioport/contract/device';
import { rounded } from '@helioport/domain/units';
import { displayTime, frameVersion } from '@helioport/domain/wire';
import { type RawBuilder, sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { allOf, orderBy, pageSql } from '../../platform/search.ts';
import { translate } from '../../platform/texts.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { kindOf } from '../../queries/stateNow.ts';
import { lastUpdateOf, modelOf, statusOf } from '../../queries/words.ts';
import { mainPowerW } from '../../timeseries/catalogue.ts';
import { readingCounts } from '../../timeseries/ingestion/unclaimed.ts';

interface Row extends Columns<'devices', 'id' | 'sn' | 'kind' | 'productNumber' | 'modelByte'> {
  partIds: number[];
  firstAt: number;
  lastAt: number | null;
  nowW: number;
  state: number | null;
}

/** Pages that end beyond this row are read from all rows. */
const WINDOW = 1000;
/** Extra rows read because components and retired devices have current values, but are not listed. */
const OTHERS = 200;

/** Unclaimed devices have no time zone. */
const ZONE = 'UTC';
const NOT_REGISTERED = 2;

/**
 * The page sorted by the greatest value of `latest l`: sorts current values only, and looks up only those that may be
 * on the page. Null if that does not fill the page, because the remaining devices have no value or are not in the
 * result.
 */
async function pageByGreatest(
  { input, visible, tx }: Pick<Call<typeof device.listNoReg>, 'input' | 'visible' | 'tx'>,
  value: RawBuilder<unknown>,
): Promise<number[] | null> {
  const { size, num } = input.page;
  const end = size * (num + 1);
  if (end > WINDOW) return null;
  const { rows } = await sql<{ id: number }>`
    with greatest_of as materialized (
      select l.device_id, ${value} as value from latest l where l.site_id = 0 and ${value} is not null
      order by 2 desc, 1 limit ${end + OTHERS}
    )
    select d.id from greatest_of g join ${visible.unregistered} d on d.id = g.device_id
    where ${isListed} order by g.value desc, d.id ${pageSql(input.page)}`.execute(tx);
  return rows.length === size ? rows.map(({ id }) => id) : null;
}

/** A serial number that left its plant and has not reported since is not listed. */
const isListed = sql`d.retired_at is null and d.parent_id is null and d.first_seen_at is not null`;

export default handler<typeof device.listNoReg>(async (call) => {
  const { input, visible, share, tx, now, lan } = call;
  const firstAt = sql`coalesce(d.first_seen_at, d.created_at)`;
  const { keywords, sn } = input.filters;
  const wanted = sql`where ${isListed}
      and ${allOf([keywords && hasSn(sql`d.sn`, keywords), sn && hasSn(sql`d.sn`, sn)])}`;
  const newest = sql`left join latest l on l.site_id = 0 and l.device_id = d.id`;
  const values = { now: mainPowerW('l'), lastUpdate: sql`l.at` };
  const order = orderBy(input.sort, { sn: sql`d.sn`, createdAt: firstAt, ...values }, sql`d.id`);
  const total = await share('unclaimedCount', [keywords, sn], async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from ${visible.unregistered} d ${wanted}`.execute(tx);
    return counted.rows[0]?.total ?? 0;
  });
  // An attacker can add a hundred thousand of them, so the page is determined by the sort column alone.
  const [first, ...others] = input.sort;
  const byNewest = input.sort.some(({ field }) => field in values);
  const value =
    first?.order === 'desc' && others.length === 0 && !keywords && !sn
      ? values[first.field as keyof typeof values]
      : undefined;
  const found = value && (await pageByGreatest(call, value));
  const page =
    found ??
    (
      await sql<{ id: number }>`
        select d.id from ${visible.unregistered} d ${byNewest ? newest : sql``} ${wanted}
        ${order} ${pageSql(input.page)}`.execute(tx)
    ).rows.map(({ id }) => id);
  const ids = sql`${page}::bigint[]`;
  const { rows } = await sql<Row>`
    select d.id, d.sn, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      ${ms(firstAt)} as "firstAt", ${ms(sql`l.at`)} as "lastAt", coalesce(${mainPowerW('l')}, 0) as "nowW", l.state,
      array(select p.id from devices p where p.parent_id = d.id) as "partIds"
    from devices d ${newest}
    where d.id = any(${ids}) order by array_position(${ids}, d.id)`.execute(tx);
  const counts = await readingCounts(
    tx,
    rows.flatMap((row) => [row.id, ...row.partIds]),
  );
  return {
    list: rows.map((row) => ({
      sn: row.sn,
      ...modelOf(row, lan),
      kind: kindOf(row.kind),
      kindTitle: translate(lan, `deviceKind.${kindOf(row.kind)}`),
      version: frameVersion(row.modelByte, row.state),
      ...statusOf(NOT_REGISTERED, lan),
      now: rounded(row.nowW, 1),
      nowUnit: 'W',
      createdAt: displayTime(row.firstAt, ZONE),
      ...lastUpdateOf(row.lastAt, ZONE, now, lan),
      // A message of a composite device is one reading per component.
      reportCount: Math.max(...[row.id, ...row.partIds].map((id) => counts.get(id) ?? 0)),
    })),
    total,
  };
});
