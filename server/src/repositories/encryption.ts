// Encrypts secrets of other systems that the portal must send again (AES-256-GCM). The keys are settings, so a copy of a
// single table reveals nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { newSecret } from '../config.ts';
import type { Db, Tx } from '../platform/db.ts';
import { settingOrNew } from './settings.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Name of the setting with the key, and what the key is derived for. */
interface SecretKind {
  setting: string;
  info: string;
}

async function keyOf(db: Db | Tx, { setting, info }: SecretKind): Promise<Buffer> {
  const secret = await settingOrNew(db, setting, newSecret);
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', info, 32));
}

export async function encrypted(db: Db | Tx, kind: SecretKind, text: string): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(db, kind), nonce);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), data]);
}

/** @throws if the bytes are not of this kind and installation. */
export async function decrypted(db: Db | Tx, kind: SecretKind, bytes: Buffer): Promise<string> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(db, kind), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const data = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
}
