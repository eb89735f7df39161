// The plant named by a call, with its common properties.
import type { Tariff } from '@helioport/domain/figures';
import type { PriceEntry } from '@helioport/domain/prices';
import { type RawBuilder, sql } from 'kysely';
import { fail } from '../platform/failure.ts';
import { runPrepared } from '../platform/prepared.ts';
import { priceNowSql } from '../timeseries/query/priceOn.ts';
import { ms, type QueryContext } from './found.ts';
import { type FoundSiteNow, siteNowSql } from './stateNow.ts';

/** A plant as far as questions about its past need it. */
export interface SitePlace {
  id: number;
  /** IANA name. */
  timezone: string;
  latitude: number | null;
  longitude: number | null;
}

/** The same with its price now. */
export interface PricedPlace extends SitePlace, Tariff {}

export interface FoundSite extends SitePlace, Tariff, FoundSiteNow {
  sid: string;
  name: string;
  /** ISO 3166-1 alpha-2, or ''. */
  countryCode: string;
  /** Null if a single price applies. */
  prices: PriceEntry[] | null;
  registeredAt: number;
  /** Rated power of its modules, W: as entered for the plant, else their sum; 0 for none. */
  modulesW: number;
  /** The most that it can make as entered, W. */
  maxPowerW: number | null;
}

/** The visible plant of an id. One that does not exist and one that the caller may not see give the same answer. */
export async function findSite(context: QueryContext, sid: string): Promise<FoundSite> {
  const { now } = context;
  return await findOne<FoundSite>(context, sid, {
    name: 'site-find',
    columns: sql`
      s.id, s.sid, s.name, s.timezone, s.latitude, s.longitude, s.country_code as "countryCode", s.currency,
      ${priceNowSql(now)} as "electricityPrice", s.prices, ${siteNowSql(now)},
      ${ms(sql`s.registered_at`)} as "registeredAt",
      coalesce(s.system_size_w, (select sum(m.rated_w) from modules m where m.site_id = s.id), 0) as "modulesW",
      s.power_max_w as "maxPowerW"`,
    joined: sql`
      left join site_latest sl on sl.site_id = s.id
      left join site_condition sv on sv.site_id = s.id`,
  });
}

/** The same without how the plant is now, which takes the database several times as long as to find it. */
export const findSitePlace = (context: QueryContext, sid: string): Promise<PricedPlace> =>
  findOne(context, sid, {
    name: 'site-place',
    columns: sql`s.id, s.timezone, s.latitude, s.longitude, s.currency, ${priceNowSql(context.now)} as "electricityPrice"`,
    joined: sql``,
  });

interface Wanted {
  /** Of the statement. */
  name: string;
  columns: RawBuilder<unknown>;
  joined: RawBuilder<unknown>;
}

async function findOne<T>(
  { tx, visible }: QueryContext,
  sid: string,
  { name, columns, joined }: Wanted,
): Promise<T> {
  const statement = sql<T>`select ${columns} from ${visible.sites} s ${joined} where s.sid = ${sid}`;
  const [found] = await runPrepared(tx, name, statement);
  return found ?? fail('site.unknown');
}
