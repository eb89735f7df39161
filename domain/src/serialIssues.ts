// What is wrong with an entered serial number, so that a form can name it.
import { firstVendor, isBlankSerial, isSerial, isVendor } from './deviceIdentity.ts';

/** Characters of a serial number of the first vendor, which are hex digits. */
export const FRAME_SERIAL_LENGTH = 8;

export type SerialIssue =
  /** Characters that are not hex digits, each once in the order of the text. */
  | { kind: 'characters'; found: string }
  | { kind: 'length'; found: number }
  | { kind: 'zeros' }
  /** Neither a known notation of another vendor nor a serial number of the general form behind its name. */
  | { kind: 'otherVendor'; vendor: string };

/**
 * The issues of an entered serial number, none for a valid one. The first vendor has no check digit, so nothing else can
 * be wrong with its serial numbers; those of other vendors only need the general form (`isSerial`).
 */
export function serialIssuesOf(text: string): SerialIssue[] {
  const [vendor, serial] = splitOf(text.trim());
  if (vendor !== firstVendor)
    return isVendor(vendor) && isSerial(serial) ? [] : [{ kind: 'otherVendor', vendor }];
  const wrong = [...new Set(serial.replaceAll(/[0-9A-F]/g, ''))].join(' ');
  const { length } = serial;
  return [
    ...(wrong === '' ? [] : [{ kind: 'characters', found: wrong } as const]),
    ...(length === FRAME_SERIAL_LENGTH ? [] : [{ kind: 'length', found: length } as const]),
    ...(length === FRAME_SERIAL_LENGTH && isBlankSerial(serial) ? [{ kind: 'zeros' } as const] : []),
  ];
}

/** Vendor in lower case and serial number in upper case. */
function splitOf(text: string): [string, string] {
  const dot = text.indexOf('.');
  return [dot < 0 ? firstVendor : text.slice(0, dot).toLowerCase(), text.slice(dot + 1).toUpperCase()];
}
