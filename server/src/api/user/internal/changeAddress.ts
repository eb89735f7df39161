import type { user } from '@helioport/contract/user';
import type { Call } from '../../../access/handler.ts';
import { fail } from '../../../platform/failure.ts';
import { createMailLink, endMailLinks, linkAddress } from '../../../repositories/mailLinks.ts';
import { queueMail } from '../../../repositories/mails.ts';
import { endSessionsOf } from '../../../repositories/sessions.ts';
import { changeUser, isEmailTaken } from '../../../repositories/userAdmin.ts';
import { mayChangeEmail, type Person } from './person.ts';

/**
 * Changes a user's email address. Ends everything that the old one gave access to: sessions and links. Users who have
 * logged in must confirm the new one; for others the caller vouches, as at creation.
 */
export async function changeAddress(
  { input, me, tx, now, services }: Call<typeof user.update>,
  person: Person,
): Promise<Record<string, unknown>> {
  const { email } = input;
  if (email == null || email === person.email) return {};
  if (!mayChangeEmail(person, me)) fail('user.emailHis');
  // The same address in different case is the user's own.
  if (email !== person.email.toLowerCase() && (await isEmailTaken(tx, email)))
    fail('user.emailTaken', { email });

  const { id: userId, languageCode, brandId } = person;
  await changeUser(tx, userId, {
    email,
    emailProvenAt: null,
    addressBy: me.userId,
    ...(person.hasSignedIn ? { emailVerifiedAt: null } : {}),
  });
  await endSessionsOf(tx, userId);
  await endMailLinks(tx, userId, now);
  if (person.hasSignedIn) {
    const token = await createMailLink(tx, { userId, purpose: 'verify', now });
    const link = linkAddress(services.config.publicUrl, 'verify', token);
    await queueMail(tx, { kind: 'verify', to: email, languageCode, brandId, link, secret: token, now });
  }
  return { email: { from: person.email, to: email } };
}
