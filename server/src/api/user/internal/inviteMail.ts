import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { createMailLink, linkAddress } from '../../../repositories/mailLinks.ts';
import { mayRequestMail } from '../../../repositories/mailRequests.ts';
import { queueMail } from '../../../repositories/mails.ts';
import { noteInvited } from '../../../repositories/users.ts';

interface Invitation {
  userId: number;
  email: string;
  name: string;
  languageCode: number;
  brandId: number;
  /** Name of the inviting user in the email. */
  inviter: string;
  publicUrl: string;
  /** The caller sees the link, so using it does not verify the address. */
  isShown: boolean;
  now: number;
}

/**
 * Emails a link to set the first password of an account created by another user; the latest link replaces earlier ones.
 * After a few emails to an address within an hour, the call fails. Returns the link.
 */
export async function sendInvitation(tx: Tx, invitation: Invitation): Promise<string> {
  const { userId, email, name, languageCode, brandId, inviter, publicUrl, isShown, now } = invitation;
  if (!(await mayRequestMail(tx, { email, kind: 'invite', now }))) fail('user.invitedTooOften');
  const token = await createMailLink(tx, { userId, purpose: 'invite', isShown, now });
  await noteInvited(tx, userId, now);
  const link = linkAddress(publicUrl, 'invite', token);
  await queueMail(tx, {
    kind: 'invite',
    to: email,
    name,
    languageCode,
    brandId,
    link,
    secret: token,
    params: { inviter },
    now,
  });
  return link;
}
