// Ranges of serial numbers: all from one to another, counted on their last digits.
import { firstVendor, parseSn, snOf } from './deviceIdentity.ts';

/** How a serial number counts: constant prefix, counting digits, and radix. */
function countingOf(vendor: string, serial: string): { head: string; digits: string; radix: 10 | 16 } {
  // Those of the first vendor are numbers of eight hex digits.
  if (vendor === firstVendor) return { head: '', digits: serial, radix: 16 };
  const digits = /\d{1,14}$/.exec(serial)?.[0] ?? '';
  return { head: serial.slice(0, serial.length - digits.length), digits, radix: 10 };
}

/**
 * All `sn` from one to another, both included: of one vendor, of one length, alike up to the digits that count. Null
 * where they do not count, where the last is before the first, or where there are more than `most`.
 */
export function serialRange(from: string, to: string, most: number): string[] | null {
  const [first, last] = [parseSn(from), parseSn(to)];
  if (!first || !last || first.vendor !== last.vendor || first.part !== '' || last.part !== '') return null;
  const { vendor } = first;
  const [start, end] = [countingOf(vendor, first.serial), countingOf(vendor, last.serial)];
  if (start.digits === '' || start.head !== end.head || start.digits.length !== end.digits.length)
    return null;
  const low = Number.parseInt(start.digits, start.radix);
  const high = Number.parseInt(end.digits, start.radix);
  // A serial number may start as a number and continue with letters.
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low || high - low >= most)
    return null;
  if (digitsOf(low, start) !== start.digits || digitsOf(high, start) !== end.digits) return null;
  return Array.from({ length: high - low + 1 }, (_, i) =>
    snOf(vendor, `${start.head}${digitsOf(low + i, start)}`),
  );
}

const digitsOf = (value: number, { digits, radix }: { digits: string; radix: number }): string =>
  value.toString(radix).toUpperCase().padStart(digits.length, '0');
