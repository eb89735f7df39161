// Bytes as base64 text: the compact parts of a state that is stored as JSON.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = new Uint8Array(128).fill(255);
for (let i = 0; i < 64; i++) CODES[ALPHABET.charCodeAt(i)] = i;

/** Base64 text of bytes, without padding. */
export function packBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[word >> 18]! + ALPHABET[(word >> 12) & 63]!;
    if (i + 1 < bytes.length) text += ALPHABET[(word >> 6) & 63]!;
    if (i + 2 < bytes.length) text += ALPHABET[word & 63]!;
  }
  return text;
}

/** Value of a character, 0 beyond the end; 255 for one that is not of the alphabet. */
function codeAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const char = text.charCodeAt(at);
  return char < 128 ? CODES[char]! : 255;
}

/** Bytes of a base64 text without padding; empty for anything else. */
export function unpackBytes(text: unknown): Uint8Array {
  if (typeof text !== 'string') return new Uint8Array(0);
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    const [a, b, c, d] = [codeAt(text, i), codeAt(text, i + 1), codeAt(text, i + 2), codeAt(text, i + 3)];
    if ((a | b | c | d) > 63) return new Uint8Array(0);
    const word = (a << 18) | (b << 12) | (c << 6) | d;
    if (at < bytes.length) bytes[at++] = word >> 16;
    if (at < bytes.length) bytes[at++] = (word >> 8) & 255;
    if (at < bytes.length) bytes[at++] = word & 255;
  }
  return bytes;
}
