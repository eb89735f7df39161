// The `sign` header, checked: the promise of the contract with the digest of the runtime.
import { createHash } from 'node:crypto';
import { signedText } from '@helioport/contract/sign';

/** The signature that a client must send with this body: 32 upper-case hex digits. */
export const signatureOf = (body: string): string =>
  createHash('md5').update(signedText(body)).digest('hex').toUpperCase();
