// The code that creating the first administrator takes: it shows that the caller can read what the server prints.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Crockford's base 32: no letter is mistaken for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** The code that follows from the installation's secret, `XXXX-XXXX`. */
export function setupCodeOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('first administrator').digest();
  const code = Array.from(bytes.subarray(0, LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length));
  return `${code.slice(0, 4).join('')}-${code.slice(4).join('')}`;
}

const normal = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Compares an entered text with the code in constant time. */
export function isSetupCode(typed: string, code: string): boolean {
  const [a, b] = [typed, code].map((text) => createHmac('sha256', 'compare').update(normal(text)).digest());
  return timingSafeEqual(a!, b!);
}
