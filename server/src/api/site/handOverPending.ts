import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { mailStateOf } from '../../queries/mailState.ts';
import { isValid } from '../../repositories/siteOffers.ts';
import { mayOffer } from './internal/assign.ts';

export default handler<typeof site.handOverPending>(async ({ input, visible, tx, me, now, services }) => {
  const { rows } = await sql<{
    isOwner: boolean;
    isOwnerless: boolean;
    email: string | null;
    offeredAt: Date;
    expiresAt: Date;
    emailState: 'sent' | 'waiting' | 'failed' | 'kept' | null;
  }>`
    select ${mayOffer({ me, visible })} as "isOwner", s.owner_id is null as "isOwnerless", o.email,
      o.offered_at as "offeredAt", o.expires_at as "expiresAt",
      (select ${mailStateOf(services.config.smtp !== undefined, now)} from mails m
        where m.kind = 'offer' and lower(m.recipient) = o.email and m.created_at = o.offered_at
        order by m.id desc limit 1) as "emailState"
    from ${visible.sites} s
    left join site_offers o on o.site_id = s.id and ${isValid} and o.expires_at > ${new Date(now)}
    where s.sid = ${input.sid}`.execute(tx);
  const { isOwner, isOwnerless, email, offeredAt, expiresAt, emailState } = rows[0] ?? fail('site.unknown');
  if (!isOwner || email === null) return { isOwner, isOwnerless, offer: null };
  const offer = { email, offeredAt: offeredAt.getTime(), expiresAt: expiresAt.getTime(), emailState };
  return { isOwner, isOwnerless, offer };
});
