// The `sign` header, checked on the bytes of the body.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const [SPACE, LINE_FEED, CARRIAGE_RETURN, LOWER_E] = [0x20, 0x0a, 0x0d, 0x65];
const [N, E, P] = [0x4e, 0x45, 0x50];
/** Bytes signed per turn of the event loop; takes about half a millisecond. */
const PIECE_BYTES = 65_536;

/**
 * Signature required from a client for this body: 32 upper-case hex digits. Equals `sign` of the contract, whose text
 * form blocks the event loop for 11 ms per 100 kB; large bodies are hashed in pieces so that other requests proceed in
 * between.
 */
export async function signatureOf(body: Uint8Array): Promise<string> {
  const hash = createHash('md5');
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    if (from > 0) await nextTurn();
    hash.update(signedBytes(body.subarray(from, from + PIECE_BYTES)));
  }
  return hash.digest('hex').toUpperCase();
}

/** See `signedText` of the contract. All signs that it removes or replaces are single bytes of UTF-8. */
function signedBytes(body: Uint8Array): Uint8Array {
  const signed = Buffer.allocUnsafe(body.length * 3);
  let length = 0;
  for (const byte of body) {
    if (byte === LOWER_E) {
      signed[length++] = N;
      signed[length++] = E;
      signed[length++] = P;
    } else if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) signed[length++] = byte;
  }
  return signed.subarray(0, length);
}
