import type { account } from '@helioport/contract/account';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { checkedPlace } from '../../platform/places.ts';
import { demandGoodPassword } from '../../reads/demandGoodPassword.ts';
import { writeAudit } from '../../records/audit.ts';
import { createMailLink, linkAddress } from '../../records/mailLinks.ts';
import { mayRequestMail } from '../../records/mailRequests.ts';
import { queueMail } from '../../records/mails.ts';
import { register } from '../../records/registrations.ts';
import { newUid } from '../../records/users.ts';

const signUp: Handler<typeof account.signUp> = async ({ input, tx, now, lan, origin, services }) => {
  const { config } = services;
  const brandId = origin.brandId;
  if (!config.opensRegistration || !(await isOpen(tx, brandId))) fail('account.registrationClosed');
  await demandGoodPassword(tx, { ...input, brandId });
  const place = checkedPlace(input.countryCode, input.stateCode);
  // A known address takes the same steps, the costly one included, so that neither answer nor time tells it.
  const passwordHash = await hashPassword(input.password);
  const isMailed = await mayRequestMail(tx, { email: input.email, kind: 'signUp', now });
  const languageCode = languageByCode(input.language ?? lan)?.code ?? lan;
  const userId = await register(tx, {
    ...place,
    uid: newUid(now),
    email: input.email,
    passwordHash,
    contactPerson: input.contactPerson,
    contactNumber: input.contactNumber,
    city: input.city,
    street: input.street,
    isBusiness: input.isBusiness,
    languageCode,
    brandId,
    now,
  });
  if (userId === undefined) {
    if (isMailed) await tellKnown(tx, { email: input.email, publicUrl: config.publicUrl, now });
    return {};
  }
  await writeAudit(tx, { at: new Date(now), userId, action: 'account.signUp', subject: input.email });
  if (isMailed) {
    const token = await createMailLink(tx, { userId, purpose: 'verify', now });
    const link = linkAddress(config.publicUrl, 'verify', token);
    await queueMail(tx, { kind: 'verify', to: input.email, languageCode, brandId, link, secret: token, now });
  }
  return {};
};

/** Tells the holder of an account that somebody, most likely he himself, wanted to register its address again. */
async function tellKnown(tx: Tx, known: { email: string; publicUrl: string; now: number }): Promise<void> {
  const { rows } = await sql<{ languageCode: number; brandId: number; name: string }>`
    select language_code as "languageCode", brand_id as "brandId", contact_person as name
    from users where lower(email) = ${known.email} and not is_blocked`.execute(tx);
  const user = rows[0];
  if (!user) return;
  await queueMail(tx, {
    kind: 'known',
    to: known.email,
    ...user,
    link: `${known.publicUrl}/`,
    now: known.now,
  });
}

async function isOpen(tx: Tx, brandId: number): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select open_registration as "isOpen" from brands where id = ${brandId}`.execute(tx);
  return rows[0]?.isOpen ?? true;
}

export default signUp;
