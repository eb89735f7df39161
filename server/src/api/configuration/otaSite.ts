import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { rolloutTitle } from '../../queries/campaign/words.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { ms } from '../../queries/found.ts';

type Row = Omit<OutputOf<typeof configuration.otaSite>['list'][number], 'stateTitle'>;

export default handler<typeof configuration.otaSite>(async (call) => {
  const { input, tx, visible, lan } = call;
  const { id } = await findSitePlace(call, input.sid);
  const { rows } = await sql<Row>`
    select c.id as "campaignId", d.sn, d.alias, w.version as "versionName", w.description, w.is_forced as "isForced",
      x.state, ${ms(sql`x.postponed_until`)} as "postponedUntil"
    from campaign_devices x join campaigns c on c.id = x.campaign_id join firmware w on w.id = c.firmware_id
    join devices d on d.id = x.device_id
    where x.site_id = ${id} and x.state in ('queued', 'sent', 'running', 'postponed') and c.state <> 'done'
    order by x.position, d.id`.execute(tx);
  const editable = await sql`select from ${visible.editableSites} s where s.id = ${id}`.execute(tx);
  return {
    list: rows.map((row) => ({
      ...row,
      stateTitle: rolloutTitle(lan, row.state),
    })),
    mayPostpone: editable.rows.length > 0,
  };
});
