import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { ms } from '../../reads/findSite.ts';
import { siteStatusSql } from '../../telemetry/read/status.ts';
import { siteConditions } from './parts/filters.ts';

/** As many as the contract promises to carry. */
const MAX_POINTS = 20_000;

type Point = OutputOf<typeof site.map>['list'][number];

const map: Handler<typeof site.map> = async ({ input, visible, tx, now }) => {
  const { rows } = await sql<Point>`
    select s.sid, s.name as "siteName", s.latitude, s.longitude, ${siteStatusSql(now)} as status,
      coalesce(sl.power, 0) / 10.0 as now, round(${ms(sql`sl.at`)}) as "lastReportAt"
    from ${visible.sites} s
    left join site_latest sl on sl.site_id = s.id
    left join users o on o.id = s.owner_id
    left join users i on i.id = s.installer_id
    where s.latitude is not null and s.longitude is not null and ${siteConditions(input.filters, now)}
    order by s.id limit ${MAX_POINTS}`.execute(tx);
  return { list: rows };
};

export default map;
