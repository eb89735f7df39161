import type { feed } from '@helioport/contract/feed';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteFeed } from '../../repositories/feeds.ts';

export default handler<typeof feed.revoke>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const ended = await deleteFeed(tx, siteId, input.id);
  if (!ended) return fail('feed.unknown');
  await writeAudit(tx, me, now, {
    action: 'feed.revoke',
    subject: ended.name,
    siteId,
    companyId,
    detail: { sid: input.sid, kind: ended.kind },
  });
  return {};
});
