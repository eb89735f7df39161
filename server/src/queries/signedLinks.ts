// Links in emails that are signed with a secret of the installation instead of stored: their content cannot be forged.
import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '../platform/db.ts';
import { isSameSecret } from '../platform/token.ts';
import { getSetting, settingOrNew } from '../repositories/settings.ts';

const SECRET = 'reports.secret';

const signatureOf = (words: string, secret: string): string =>
  createHmac('sha256', secret).update(words).digest('base64url');

/** Signs text as a token. Each kind of link starts with its own prefix, so that tokens are not interchangeable. */
export async function signedText(tx: Tx, words: string): Promise<string> {
  const secret = await settingOrNew(tx, SECRET, () => randomBytes(32).toString('base64url'));
  return `${words}.${signatureOf(words, secret)}`;
}

/** Text of a token; undefined if the signature is invalid. */
export async function verifiedText(tx: Tx, token: string): Promise<string | undefined> {
  const [, words, signature] = /^([\w.]{1,100})\.([\w-]{20,80})$/.exec(token) ?? [];
  const secret = await getSetting<string>(tx, SECRET);
  if (words === undefined || signature === undefined || secret === undefined) return undefined;
  return isSameSecret(signature, signatureOf(words, secret)) ? words : undefined;
}
