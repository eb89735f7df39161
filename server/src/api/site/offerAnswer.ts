import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { queueMail } from '../../repositories/mails.ts';
import { announceRights } from '../../repositories/rights.ts';
import { unshare } from '../../repositories/shares.ts';
import { endOffer, offerOf } from '../../repositories/siteOffers.ts';
import { changeSite } from '../../repositories/sites.ts';

export default handler<typeof site.offerAnswer>(async ({ input, tx, me, now }) => {
  if (me.readsOnly) fail('site.notEditable');
  if (input.token === '' && input.sid === '') fail('request.invalid', { field: 'token' });
  const key = input.token === '' ? { sid: input.sid } : { token: input.token };
  const request = { key, userId: me.userId };
  const { siteId } = (await offerOf(tx, request)) ?? fail('offer.unknown');
  await sql`select 1 from sites where id = ${siteId} for update`.execute(tx);
  // Withdrawn or answered in another page in the meantime.
  const found = (await offerOf(tx, request)) ?? fail('offer.unknown');
  if (found.expiresAt <= now) fail('link.expired');
  await endOffer(tx, siteId);
  if (input.accepts) {
    await changeSite(tx, siteId, { ownerId: me.userId });
    await unshare(tx, siteId, me.userId);
    await announceRights(tx, { rows: [me.userId, found.fromId] });
  }
  await writeAudit(tx, me, now, {
    action: input.accepts ? 'site.handOver' : 'site.offerEnd',
    subject: found.sid,
    siteId,
    subjectUserId: found.fromId,
    companyId: found.companyId,
    detail: input.accepts
      ? { owner: { from: found.isOwnerless ? '' : found.fromEmail, to: me.email } }
      : { email: me.email },
  });
  const { rows } = await sql<Columns<'users', 'languageCode' | 'brandId'> & { name: string }>`
    select contact_person as name, language_code as "languageCode", brand_id as "brandId" from users
    where id = ${found.fromId}`.execute(tx);
  await queueMail(tx, {
    kind: found.isOwnerless
      ? input.accepts
        ? 'assignTaken'
        : 'assignDeclined'
      : input.accepts
        ? 'offerTaken'
        : 'offerDeclined',
    to: found.fromEmail,
    ...rows[0]!,
    params: { from: me.email },
    now,
  });
  return { sid: input.accepts ? found.sid : '' };
});
