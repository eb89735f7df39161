import type { account } from '@helioport/contract/account';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { checkedPlace } from '../../platform/places.ts';
import { demandGoodPassword } from '../../queries/demandGoodPassword.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createMailLink, linkAddress } from '../../repositories/mailLinks.ts';
import { mayRequestMail } from '../../repositories/mailRequests.ts';
import { queueMail } from '../../repositories/mails.ts';
import { type Registration, register } from '../../repositories/registrations.ts';
import { newUid } from '../../repositories/users.ts';

/** Known addresses take the same steps, including the hash, so that neither response nor duration reveals them. */
async function prepare({ input, tx, lan, origin, services }: EarlyCall<typeof account.signUp>) {
  const { brandId } = origin;
  if (!services.config.opensRegistration || !origin.isOpen) fail('account.registrationClosed');
  await demandGoodPassword(tx, { ...input, brandId });
  return {
    ...checkedPlace(input.countryCode, input.stateCode),
    passwordHash: await hashPassword(input.password),
    contactPerson: input.contactPerson,
    contactNumber: input.contactNumber,
    city: input.city,
    street: input.street,
    isBusiness: input.isBusiness,
    languageCode: languageByCode(input.language ?? lan)?.code ?? lan,
    brandId,
  } satisfies Registration;
}

export default withPreparation<typeof account.signUp, Registration>(
  prepare,
  async ({ input, tx, now, services }, registration) => {
    const { email } = input;
    const { publicUrl, requiresVerifiedEmail } = services.config;
    // Without an email nothing is stored, because only its link can complete a registration.
    if (!(await mayRequestMail(tx, { email, kind: 'signUp', now }))) return {};
    const person = { uid: newUid(now), email, registration, now };
    const pending = await register(tx, person, { waitsForConfirmation: requiresVerifiedEmail });
    // If addresses need no confirmation, the first registration may be in use, so a later one changes nothing.
    if (!pending || (!pending.isNew && !requiresVerifiedEmail)) {
      await notifyExisting(tx, { email, publicUrl, now });
      return {};
    }
    const { userId } = pending;
    await writeAudit(tx, { userId }, now, { action: 'account.signUp', subject: email });
    const carried = requiresVerifiedEmail ? { registration } : {};
    const token = await createMailLink(tx, { userId, purpose: 'verify', ...carried, now });
    const link = linkAddress(publicUrl, 'verify', token);
    const { languageCode, brandId } = registration;
    await queueMail(tx, { kind: 'verify', to: email, languageCode, brandId, link, secret: token, now });
    return {};
  },
);

/** Informs the holder of an account about an attempt to register its address again. */
async function notifyExisting(
  tx: Tx,
  known: { email: string; publicUrl: string; now: number },
): Promise<void> {
  const { rows } = await sql<Columns<'users', 'languageCode' | 'brandId'> & { name: string }>`
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
