// MD5 of a text in the browser, for the `sign` header alone. WebCrypto has none, and the smallest library that is well
// kept adds 1.1 kB to a login page whose whole budget is 125 (docs/decisions/2026-11-21-login-page-size.md). Not for anything secret.

/** Left rotations of the four rounds, RFC 1321 section 3.4. */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The 64 constants: whole part of 2^32 times the sine of 1 to 64. */
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.abs(Math.sin(i + 1)) * 2 ** 32);

/** The text's bytes, a one bit, zeros to 56 of 64 bytes, and the length in bits: as little-endian words. */
function paddedWords(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  const view = new DataView(words.buffer);
  new Uint8Array(words.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  const bits = bytes.length * 8;
  view.setUint32(words.byteLength - 8, bits, true);
  view.setUint32(words.byteLength - 4, Math.floor(bits / 2 ** 32), true);
  for (let i = 0; i < words.length; i++) words[i] = view.getInt32(i * 4, true);
  return words;
}

/** Which of a block's 16 words each of the 64 steps takes. */
const WORD_OF = Uint8Array.from({ length: 64 }, (_, i) =>
  i < 16 ? i : i < 32 ? (5 * i + 1) % 16 : i < 48 ? (3 * i + 5) % 16 : (7 * i) % 16,
);

const SHIFT_OF = Uint8Array.from({ length: 64 }, (_, i) => SHIFTS[i >> 4]?.[i % 4] ?? 0);

function mix(step: number, b: number, c: number, d: number): number {
  if (step < 16) return (b & c) | (~b & d);
  if (step < 32) return (d & b) | (~d & c);
  if (step < 48) return b ^ c ^ d;
  return c ^ (b | ~d);
}

/** The digest of the text's UTF-8 bytes as 32 lower-case hex digits. */
export function md5(text: string): string {
  const words = paddedWords(text);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      const word = words[block + (WORD_OF[i] ?? 0)] ?? 0;
      const sum = (a + mix(i, b, c, d) + (SINES[i] ?? 0) + word) | 0;
      const shift = SHIFT_OF[i] ?? 0;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of [a0, b0, c0, d0].entries()) digest.setInt32(i * 4, word, true);
  return Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
