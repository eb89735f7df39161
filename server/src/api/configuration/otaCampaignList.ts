import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { deviceOtaButton } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { translate } from '../../platform/texts.ts';
import { modelTitle } from '../../queries/firmwareModel.ts';
import { ms } from '../../queries/found.ts';
import { mayList } from './internal/ofCompanies.ts';

type Answer = OutputOf<typeof configuration.otaCampaignList>['list'][number];

interface Row extends Omit<Answer, 'modelTitle' | 'stateTitle' | 'stopReason' | 'mayChange'> {
  model: string;
  stopReason: string | null;
  stopSn: string;
  /** User who stopped it, if visible to the caller; else ''. */
  stoppedBy: string;
}

export default handler<typeof configuration.otaCampaignList>(async ({ input, me, visible, tx, lan }) => {
  const { filters } = input;
  const found = sql`
    from campaigns c join firmware w on w.id = c.firmware_id
    where ${allOf([
      mayList(me, sql`c.company_id`),
      filters.keywords &&
        anyOf([contains(sql`c.name`, filters.keywords), contains(sql`w.version`, filters.keywords)]),
      filters.state && sql`c.state = ${filters.state}`,
      filters.id != null && sql`c.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    with page as (select c.id ${found} order by c.id desc ${pageSql(input.page)})
    select c.id, c.name, c.firmware_id as "firmwareId", w.model, w.version as "versionName", w.is_forced as "isForced",
      c.state, c.stop_reason as "stopReason", c.stop_sn as "stopSn",
      coalesce((select u.email from ${visible.users} u where u.id = c.stopped_by), '') as "stoppedBy", c.is_past_canary as "isPastCanary",
      c.wait_minutes as "waitMinutes", c.batch, c.max_failures as "maxFailures", c.power_drop as "powerDrop",
      ${ms(sql`c.created_at`)} as "createdAt", ${ms(sql`c.ended_at`)} as "endedAt", n.*
    from page join campaigns c on c.id = page.id join firmware w on w.id = c.firmware_id
    cross join lateral (
      select count(*) as total, count(*) filter (where is_canary) as canaries, json_build_object(
        'queued', count(*) filter (where x.state = 'queued'), 'sent', count(*) filter (where x.state = 'sent'),
        'running', count(*) filter (where x.state = 'running'),
        'confirmed', count(*) filter (where x.state = 'confirmed'),
        'failed', count(*) filter (where x.state = 'failed'),
        'postponed', count(*) filter (where x.state = 'postponed')) as counts
      from campaign_devices x where x.campaign_id = c.id) n
    order by c.id desc`.execute(tx);
  return {
    list: rows.map(({ model, stopReason, stopSn, stoppedBy, ...row }) => ({
      ...row,
      modelTitle: modelTitle(model, lan),
      stateTitle: translate(lan, `campaign.state.${row.state}`),
      stopReason:
        stopReason === null
          ? ''
          : stoppedBy === ''
            ? translate(lan, `campaign.stop.${stopReason}`, { sn: stopSn })
            : translate(lan, 'campaign.stop.by', { email: stoppedBy }),
      mayChange: me.buttons.has(deviceOtaButton.name) && !me.readsOnly,
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
