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
  /** Who invites, as the mail calls him. */
  inviter: string;
  publicUrl: string;
  /** The caller sees the link, so using it does not verify the address. */
  isShown: boolean;
  now: number;
}

/**
 * Mails a link to set the first password of an account that somebody else made; the newest link wins. No address is
 * invited again and again: after a few mails within the hour the call is refused. Returns the link.
 */
export async function sendInvitation(tx: Tx, invitation: Invitation): Promise<string> {
  const { userId, email, name, languageCode, brandId, inviter, publicUrl, isShown, now } = invitation;
  if (!(await mayRequestMail(tx, { email, kind: 'invite', now }))) fail('request.tooMany');
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
