import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { offerOf } from '../../repositories/siteOffers.ts';

export default handler<typeof site.offer>(async ({ input, tx, me, now }) => {
  const found =
    (await offerOf(tx, { key: { token: input.token }, userId: me.userId })) ?? fail('offer.unknown');
  if (found.expiresAt <= now) fail('link.expired');
  const { siteName, fromEmail: from, isOwnerless, expiresAt } = found;
  return { siteName, from, isOwnerless, expiresAt };
});
