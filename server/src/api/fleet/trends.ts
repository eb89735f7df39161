import type { OutputOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import { DAY_MS } from '@helioport/domain/duration';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { deskRows } from '../../queries/fleet/rows.ts';
import { siteConditions } from '../../queries/siteFilters.ts';
import { isProducer, kindNameIn } from '../../timeseries/kinds.ts';
import { interval, meanInterval, medianInterval } from './internal/uncertainty.ts';

type Answer = OutputOf<typeof fleet.trends>;
type TrendsCall = Call<typeof fleet.trends>;

/** Findings that indicate a hardware failure. */
const FAILURES = ['moduleFailure', 'bypassDiode', 'inverterFailure', 'contactResistance'];
/** Days over which failures are counted. */
const DAYS = 400;
const LEAST_DEVICE_YEARS = 10;
const MOST_ROWS = 200;
/** Months with fewer days than this in either year are not compared. */
const LEAST_DAYS = 15;

export default handler<typeof fleet.trends>(async (call) => ({
  soiling: await soilingOf(call),
  degradation: await degradationOf(call),
  failures: await failuresOf(call),
}));

const plantsOf = ({ input, me, visible, now }: TrendsCall) => sql`
  select s.id from ${deskRows({ me, visible })} where ${siteConditions(input.filters, now)}`;

const monthsBack = ({ input, now }: TrendsCall): string => {
  const date = new Date(now);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - input.months + 1);
  return date.toISOString().slice(0, 10);
};

/** Share of the expected energy lost to soiling by month, over the plants with expected energy. */
async function soilingOf(call: TrendsCall): Promise<Answer['soiling']> {
  const { rows } = await sql<{ month: string; shares: number[] }>`
    with p as materialized (${plantsOf(call)}), wanted as (
      select e.site_id, to_char(e.day, 'YYYY-MM') as month, sum(e.expected_wh) as wh
      from p join site_expected e on e.site_id = p.id and e.day >= ${monthsBack(call)}::date and e.is_whole
      group by 1, 2 having sum(e.expected_wh) > 0
    ), lost as (
      select l.site_id, to_char(l.day, 'YYYY-MM') as month, sum(l.lost_wh) as wh
      from p join loss_day l on l.site_id = p.id and l.day >= ${monthsBack(call)}::date and l.cause = 'soiling'
      group by 1, 2
    )
    select w.month, array_agg(coalesce(greatest(0, l.wh) / w.wh, 0)) as shares
    from wanted w left join lost l on l.site_id = w.site_id and l.month = w.month
    group by 1 order by 1`.execute(call.tx);
  return rows.map(({ month, shares }) => ({ month, ...meanInterval(shares), plants: shares.length }));
}

/**
 * Change of the clear-sky ratio from a month to the same month a year later, of plants and months of which both years are
 * known: the median with its interval. Year over year, the season and what is learned of a plant cancel out.
 */
async function degradationOf(call: TrendsCall): Promise<Answer['degradation']> {
  const { rows } = await sql<{ siteId: number; change: number }>`
    with p as materialized (${plantsOf(call)}), months as (
      select e.site_id, date_trunc('month', e.day)::date as month,
        percentile_cont(0.9) within group (order by e.produced_wh / e.clear_sky_wh) as ratio
      from p join site_expected e on e.site_id = p.id and e.is_whole and e.produced_wh > 0 and e.clear_sky_wh > 0
      group by 1, 2 having count(*) >= ${LEAST_DAYS}
    )
    select a.site_id as "siteId", b.ratio / a.ratio - 1 as change
    from months a join months b on b.site_id = a.site_id and b.month = (a.month + interval '1 year')::date
    where a.ratio > 0`.execute(call.tx);
  const plants = new Set(rows.map(({ siteId }) => siteId)).size;
  const { value, low, high } = medianInterval(rows.map(({ change }) => change));
  return { perYear: value, low, high, plants };
}

interface Model extends Columns<'devices', 'productNumber' | 'modelByte'> {
  version: string;
  devices: number;
  days: number;
  failures: number;
}

async function failuresOf(call: TrendsCall): Promise<Answer['failures']> {
  const from = new Date(call.now - DAYS * DAY_MS);
  const { rows } = await sql<Model>`
    with p as materialized (${plantsOf(call)}), failed as (
      select f.device_id, count(*) as failures from p join finding f on f.site_id = p.id
      where f.cause = any(${FAILURES}::text[]) and f.is_fault and not f.is_withdrawn and f.since_at >= ${from}
        and f.device_id is not null
      group by 1
    )
    select d.product_number as "productNumber", d.model_byte as "modelByte", coalesce(d.wifi_version, '') as version,
      (count(*) filter (where d.retired_at is null))::int as devices,
      sum(extract(epoch from coalesce(d.retired_at, ${new Date(call.now)}) - greatest(d.first_seen_at, ${from})) / 86400)::float8 as days,
      coalesce(sum(f.failures), 0)::int as failures
    from p join devices d on d.site_id = p.id and ${kindNameIn('d.kind', isProducer)} and d.first_seen_at is not null
      and coalesce(d.retired_at, 'infinity') > ${from}
    left join failed f on f.device_id = d.id
    group by 1, 2, 3 order by failures desc, days desc limit ${MOST_ROWS}`.execute(call.tx);
  return rows.map(({ version, devices, days, failures, ...model }) => {
    const deviceYears = Math.max(0, days) / 365.25;
    const known = deviceYears >= LEAST_DEVICE_YEARS;
    const [low, high] = interval(failures, deviceYears);
    const per100 = (perYear: number) => Math.round(perYear * 1e4) / 100;
    return {
      model: productOf(model)?.name ?? '',
      version,
      devices,
      failures,
      deviceYears: Math.round(deviceYears * 10) / 10,
      perYear: known ? per100(failures / deviceYears) : null,
      low: known ? per100(low) : null,
      high: known ? per100(high) : null,
    };
  });
}
