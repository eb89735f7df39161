// The one plant that a call names, with what most calls need to know of it.
import type { Tariff } from '@helioport/domain/figures';
import type { PriceEntry } from '@helioport/domain/prices';
import { sql } from 'kysely';
import { fail } from '../platform/failure.ts';
import { runPrepared } from '../platform/prepared.ts';
import { priceNowSql } from '../telemetry/read/priceOn.ts';
import { siteBitsSql } from '../telemetry/read/state.ts';
import { type Asked, ms } from './found.ts';
import { type FoundSiteNow, siteNowSql } from './stateNow.ts';

export interface FoundSite extends Tariff, FoundSiteNow {
  id: number;
  sid: string;
  name: string;
  latitude: number | null;
  longitude: number | null;
  /** ISO 3166-1 alpha-2, or ''. */
  countryCode: string;
  /** Null where one price says it all. */
  prices: PriceEntry[] | null;
  /** Of its live producers. */
  statusBits: number;
  registeredAt: number;
  /** Rated power of its modules, W. */
  modulesW: number;
}

/** The visible plant of an id. One that does not exist and one that the caller may not see give the same answer. */
export async function findSite({ tx, visible, now }: Asked, sid: string): Promise<FoundSite> {
  const statement = sql<FoundSite>`
    select s.id, s.sid, s.name, s.timezone, s.latitude, s.longitude, s.country_code as "countryCode", s.currency,
      ${priceNowSql(now)} as "electricityPrice", s.prices, ${siteNowSql(now)},
      ${siteBitsSql(now)} as "statusBits",
      ${ms(sql`s.registered_at`)} as "registeredAt",
      (select coalesce(sum(m.rated_w), 0) from modules m where m.site_id = s.id) as "modulesW"
    from ${visible.sites} s
    left join site_latest sl on sl.site_id = s.id
    left join site_verdict sv on sv.site_id = s.id
    where s.sid = ${sid}`;
  const [found] = await runPrepared(tx, 'site-find', statement);
  return found ?? fail('site.unknown');
}
