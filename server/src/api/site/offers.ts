import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { offersTo } from '../../repositories/siteOffers.ts';

export default handler<typeof site.offers>(async ({ tx, me, now }) => {
  const found = await offersTo(tx, { userId: me.userId, now });
  return {
    list: found.map(({ sid, siteName, fromEmail: from, isOwnerless, expiresAt }) => ({
      sid,
      siteName,
      from,
      isOwnerless,
      expiresAt,
    })),
  };
});
