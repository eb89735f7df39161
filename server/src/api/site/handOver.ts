import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../records/audit.ts';
import { mayRequestMail } from '../../records/mailRequests.ts';
import { queueMail } from '../../records/mails.ts';
import { offerSite } from '../../records/siteOffers.ts';
import { ownSite } from './parts/ownSite.ts';

const handOver: Handler<typeof site.handOver> = async (call) => {
  const { input, tx, me, now, lan, origin, services } = call;
  const { email } = input;
  if (email === me.email.toLowerCase()) fail('site.isYours');
  const plant = await ownSite(call, input.sid);
  // Counted whether or not the address has an account, of which nothing is said.
  if (!(await mayRequestMail(tx, { email, kind: 'invite', now }))) fail('request.tooMany');
  const { token, expiresAt } = await offerSite(tx, { siteId: plant.id, email, userId: me.userId, now });
  const { rows } = await sql<{ name: string; languageCode: number; brandId: number }>`
    select contact_person as name, language_code as "languageCode", brand_id as "brandId" from users
    where lower(email) = ${email} and cancelled_at is null`.execute(tx);
  await queueMail(tx, {
    kind: 'offer',
    to: email,
    ...(rows[0] ?? { languageCode: lan, brandId: origin.brandId }),
    link: `${services.config.publicUrl}/pvPlant/offer?token=${token}`,
    secret: token,
    params: { from: me.email },
    now,
  });
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'site.offer',
    subject: plant.sid,
    siteId: plant.id,
    ...(plant.companyId === null ? {} : { companyId: plant.companyId }),
    detail: { email },
  });
  return { email, expiresAt };
};

export default handOver;
