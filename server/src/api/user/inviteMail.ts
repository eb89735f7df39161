import type { Tx } from '../../platform/db.ts';
import { createMailLink, linkAddress } from '../../records/mailLinks.ts';
import { queueMail } from '../../records/mails.ts';

interface Invitation {
  userId: number;
  email: string;
  name: string;
  languageCode: number;
  brandId: number;
  /** Who invites, as the mail calls him. */
  inviter: string;
  publicUrl: string;
  now: number;
}

/** Mails a link to set the first password of an account that somebody else made; the newest link wins. */
export async function sendInvitation(tx: Tx, invitation: Invitation): Promise<void> {
  const { userId, email, name, languageCode, brandId, inviter, publicUrl, now } = invitation;
  const token = await createMailLink(tx, { userId, purpose: 'invite', now });
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
}
