// By what the list of devices is sorted: figures and states as its rows show them.
import type { device } from '@helioport/contract/device';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { deviceKind, isComposite } from '@helioport/domain/deviceKinds';
import { products } from '@helioport/domain/products';
import { type RawBuilder, sql } from 'kysely';
import { orderBy } from '../../../platform/search.ts';
import { devicePowerSql, deviceRank, deviceReceivedAt } from '../../../timeseries/current/state.ts';
import { isProducer, kindNameIn } from '../../../timeseries/kinds.ts';
import { importedOfDeviceSql } from '../../../timeseries/query/imported.ts';
import { todaySql } from '../../../timeseries/query/priceOn.ts';

type ListInput = Pick<ParsedOf<typeof device.list>, 'filters' | 'sort'>;
type Sql = RawBuilder<unknown>;

/** Clients start their download there: never later than the first report or the commissioning. `least` skips nulls. */
export const createdAt: Sql = sql`least(coalesce(d.claimed_at, d.created_at), d.first_seen_at, s.commissioned_at)`;

/** What was entered for a device, else the model that its frames name; the order of numbers is that of sizes. */
export const modelNumber = sql`coalesce(d.product_number, case d.model_byte ${sql.join(
  products.flatMap(({ modelByte, number }) =>
    modelByte === null ? [] : [sql`when ${sql.lit(modelByte)} then ${sql.lit(number)}`],
  ),
  sql` `,
)} end)`;

/** Current day per time zone, calculated once each. Grouped, so that the planner removes the join if it is not used. */
export const todayByZone = (now: number): Sql => sql`
  left join (select s.timezone, ${todaySql(now)} as today from sites s group by s.timezone) zone
    on zone.timezone = s.timezone`;

/**
 * A displayed value: a composite device has none of its own but the total of its producing components. Skipped for
 * lists without composite devices.
 */
const ofMakers = ({ filters: { kinds } }: ListInput, own: Sql, ofPart: Sql): Sql =>
  kinds.length > 0 && !kinds.some((kind) => isComposite(deviceKind(kind)))
    ? own
    : sql`(case when ${kindNameIn('d.kind', isComposite)} then (
    select sum(${ofPart}) from devices part
    join latest l on l.site_id = part.site_id and l.device_id = part.id
    where part.parent_id = d.id and part.retired_at is null and ${kindNameIn('part.kind', isProducer)})
  else ${own} end)`;

/** An energy that is shown: of what makes some and has reported. */
const energyOf = (input: ListInput, made: Sql): Sql =>
  ofMakers(input, sql`case when ${kindNameIn('d.kind', isProducer)} then ${made} end`, made);

/** `order by` of the request: needs `d`, `s`, `l`, `dt`, `dc` and the join of `todayByZone`. */
export const deviceOrder = (input: ListInput, now: number): Sql =>
  orderBy(
    input.sort,
    {
      sn: sql`d.sn`,
      siteName: sql`s.name`,
      modelName: modelNumber,
      now: ofMakers(input, devicePowerSql(now), devicePowerSql(now)),
      lastUpdate: deviceReceivedAt,
      status: deviceRank(now),
      createdAt,
      todayPower: energyOf(input, sql`case when l.day = zone.today then l.day_wh else 0 end`),
      totalPower: energyOf(input, sql`coalesce(l.before_wh + l.day_wh, ${importedOfDeviceSql})`),
      version: sql`d.wifi_version`,
    },
    sql`d.id`,
  );
