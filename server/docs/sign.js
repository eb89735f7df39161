// The `sign` header, as every client of this API computes it. A test holds it to the portal's own.

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

function md5(text) {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, bytes.length * 8, true);
  view.setUint32(view.byteLength - 4, Math.floor(bytes.length / 2 ** 29), true);

  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d] = state;
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round];
      const word = [i, 5 * i + 1, 3 * i + 5, 7 * i][round] % 16;
      const sine = Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32);
      const sum = (a + mixed + sine + view.getInt32(block + word * 4, true)) | 0;
      const shift = SHIFTS[round * 4 + (i % 4)];
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
  return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Upper-case MD5 of the body without spaces and line ends, every lower-case `e` written as `NEP`. */
export const sign = (body) => md5(body.replace(/[ \r\n]/g, '').replaceAll('e', 'NEP')).toUpperCase();
