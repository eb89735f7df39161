// Names of the objects affected by an alarm, for lists, emails and webhooks.
import { type RawBuilder, sql } from 'kysely';

/** What `reachSql` gives. */
export interface Reach {
  /** Serial numbers, 50 at most, for a gateway its own first; empty: the whole plant. */
  sns: string[];
  /** Of the device where it is one. */
  alias: string;
  /** Name of the gateway that does not report; '' for other alarms. */
  gateway: string;
  /** Devices that do not report because of it; a composite device counts as one. */
  behindCount: number;
}

/** Columns `m.sns`, `m.alias`, `m.gateway` and `m.behindCount`. */
export const reachColumns: RawBuilder<unknown> = sql`m.sns, m.alias, m.gateway, m."behindCount"`;

/** To be cross joined with an alarm `a`. Devices that have since moved to another plant are omitted. */
export const reachSql: RawBuilder<unknown> = sql`lateral (
  select coalesce((array_agg(d.sn order by d.id <> a.device_id, d.sn) filter (where not o.is_hidden))[1:50], '{}') as sns,
    coalesce(case when count(*) = 1 then max(d.alias) end, '') as alias,
    coalesce(max(coalesce(nullif(d.alias, ''), d.sn)) filter (where o.is_gateway), '') as gateway,
    (count(*) filter (where a.kind = 'gatewaySilent' and not o.is_gateway and not o.is_hidden))::int as "behindCount"
  from devices d cross join lateral (
    select a.kind = 'gatewaySilent' and d.id = a.device_id as is_gateway,
      a.kind = 'gatewaySilent' and d.parent_id is not null as is_hidden
  ) o
  where d.id = any(a.device_ids) and d.site_id = a.site_id
) m`;
