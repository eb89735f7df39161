import { FEEDS_MAX, type feed } from '@helioport/contract/feed';
import { isMqttFeedKind } from '@helioport/domain/feeds';
import { readMapping } from '@helioport/protocol/emoncms/mapping';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createFeed } from '../../repositories/feeds.ts';

export default handler<typeof feed.create>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feeds where site_id = ${siteId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= FEEDS_MAX) fail('feed.tooMany');
  const { source: kind, name } = input;
  const names = kind === 'emoncms' ? input.names : '';
  const mapping = readMapping(names);
  if (typeof mapping !== 'function') fail('feed.names', { name: mapping.bad });
  const { brokerUrl, mqttUrl } = call.services.config;
  const usesBroker = isMqttFeedKind(kind);
  // A broker elsewhere has no tokens of feeds.
  if (usesBroker && (brokerUrl === '' || mqttUrl !== undefined)) fail('feed.noBroker');
  const created = await createFeed(tx, { siteId, kind, name, names, userId: me.ownUserId, now });
  await writeAudit(tx, me, now, {
    action: 'feed.create',
    subject: name,
    siteId,
    companyId,
    detail: { sid: input.sid, kind },
  });
  return { ...created, broker: usesBroker ? brokerUrl : '' };
});
