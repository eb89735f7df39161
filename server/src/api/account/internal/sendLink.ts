import { sql } from 'kysely';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { createMailLink, linkAddress } from '../../../repositories/mailLinks.ts';
import { queueMail } from '../../../repositories/mails.ts';

interface LinkRequest {
  email: string;
  purpose: 'verify' | 'reset';
  publicUrl: string;
  now: number;
}

/**
 * Emails a link to the account of an address, if there is one that may use it; the caller gets no indication. A
 * confirmed address needs no confirmation, and a blocked account gets no password link.
 */
export async function sendLink(tx: Tx, { email, purpose, publicUrl, now }: LinkRequest): Promise<void> {
  const { rows } = await sql<Columns<'users', 'languageCode' | 'brandId'> & { userId: number }>`
    select id as "userId", language_code as "languageCode", brand_id as "brandId" from users
    where lower(email) = ${email} and cancelled_at is null and not is_blocked
      and (${purpose === 'reset'} or email_verified_at is null)`.execute(tx);
  const user = rows[0];
  if (!user) return;
  const { userId, languageCode, brandId } = user;
  const token = await createMailLink(tx, { userId, purpose, now });
  const link = linkAddress(publicUrl, purpose, token);
  await queueMail(tx, { kind: purpose, to: email, languageCode, brandId, link, secret: token, now });
}
