import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { reasonText, rolloutTitle } from '../../queries/campaign/words.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { mayList } from './internal/ofCompanies.ts';

type Row = Omit<OutputOf<typeof configuration.otaCampaignDevices>['list'][number], 'stateTitle'>;

export default handler<typeof configuration.otaCampaignDevices>(async (call) => {
  const { input, me, tx, visible, lan } = call;
  const { filters } = input;
  const found = sql`
    from campaigns c join campaign_devices x on x.campaign_id = c.id
    join ${visible.sites} s on s.id = x.site_id join devices d on d.id = x.device_id
    where ${allOf([
      sql`c.id = ${input.id}`,
      mayList(me, sql`c.company_id`),
      filters.keywords &&
        anyOf([hasSn(sql`d.sn`, filters.keywords), contains(sql`s.name`, filters.keywords)]),
      filters.state && sql`x.state = ${filters.state}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    select d.sn, d.alias, s.sid, s.name as "siteName", x.is_canary as "isCanary", x.state,
      case when x.state = 'running' then (select (w.value ->> 'percent')::int from device_properties w
        where w.site_id = x.site_id and w.device_id = x.device_id and w.key = 'update') end as percent,
      x.version_before as "versionBefore", x.version_now as "versionNow", x.reason,
      ${ms(sql`x.sent_at`)} as "sentAt", ${ms(sql`x.ended_at`)} as "endedAt",
      ${ms(sql`x.postponed_until`)} as "postponedUntil"
    ${found} order by x.position ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map((row) => ({
      ...row,
      reason: reasonText(lan, row.reason),
      stateTitle: rolloutTitle(lan, row.state),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
