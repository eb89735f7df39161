// The end of web push that a browser is: its keys, and opening what was sealed for it (RFC 8188, 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser at a push service: what it tells others of itself, and what it reads of what comes. */
export function newBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { endpoint, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
  const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  return {
    keys,
    /** What was sealed for it, by the one record of aes128gcm. */
    open(encrypted: Buffer): unknown {
      const salt = encrypted.subarray(0, 16);
      const sender = encrypted.subarray(21, 21 + encrypted[20]!);
      const record = encrypted.subarray(21 + encrypted[20]!);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
      const secret = derived(ecdh.computeSecret(sender), auth, info, 32);
      const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2 and zeros.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}
