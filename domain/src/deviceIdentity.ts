// Who a device is: its vendor, the serial that the vendor gave it, and for a part of a machine which part. The name of
// all that is its `sn`, and this file is the only place that knows how it is written.

/** The vendor whose devices post frames. Its serials were the only ones once, so they stand without its name. */
export const firstVendor = 'nep';

/** The name at which its devices look for the maker's server, fixed in their firmware. */
export const firstVendorServer = 'www.nepviewer.net';

export interface DeviceIdentity {
  /** Lower-case letters and digits, such as `nep`. */
  readonly vendor: string;
  /** Upper case. Patterns by vendor: protocol/src/manufacturers.ts. */
  readonly serial: string;
  /** The part of a machine of several trades, such as `battery`; '' is the device itself. */
  readonly part: string;
}

const vendorPattern = /^[a-z][a-z0-9]{1,15}$/;
const serialPattern = /^[0-9A-Z][0-9A-Z-]{3,31}$/;
const partPattern = /^[a-z][a-z0-9]{1,15}$/;

/** True for a name that a vendor may have: 2 to 16 lower-case letters and digits, a letter first. */
export const isVendor = (text: string): boolean => vendorPattern.test(text);

/**
 * True for what may be a serial at all: 4 to 32 upper-case letters, digits and hyphens, not starting with a hyphen.
 * No dot and no tilde, which divide an `sn`; no `_`, which divides a module's name; no `+`, `#` or `/`, which mean
 * something in topics.
 */
export const isSerial = (text: string): boolean => serialPattern.test(text) && !isBlankSerial(text);

/** True for zeros alone, which devices and forms give where they have no serial number. */
export const isBlankSerial = (text: string): boolean => /^0+$/.test(text);

/**
 * The `sn` of a device: the bare serial for the first vendor, `vendor.serial` for others, for a part of a machine with
 * `~part` behind it. Two devices never have the same one: the parts contain neither dot nor tilde.
 */
export const snOf = (vendor: string, serial: string, part = ''): string =>
  `${vendor === firstVendor ? '' : `${vendor}.`}${serial}${part === '' ? '' : `~${part}`}`;

/**
 * Takes an `sn` apart, in any case of letters, with or without the name of the first vendor; null for what cannot be
 * one. That such a device exists, or that the vendor gives such serials, is not said.
 */
export function parseSn(text: string): DeviceIdentity | null {
  const [whole = '', part = '', ...tooMany] = text.trim().split('~');
  const dot = whole.indexOf('.');
  const vendor = dot < 0 ? firstVendor : whole.slice(0, dot).toLowerCase();
  const serial = whole.slice(dot + 1).toUpperCase();
  const hasPart = text.includes('~');
  const isPart = !hasPart || partPattern.test(part.toLowerCase());
  if (!isVendor(vendor) || !isSerial(serial) || !isPart || tooMany.length > 0) return null;
  return { vendor, serial, part: part.toLowerCase() };
}

/** A device as texts and lists name it: its name first, the serial number beside it; without a name the serial alone. */
export const namedSn = (alias: string, sn: string): string => (alias === '' ? sn : `${alias} (${sn})`);

/** The one form of an `sn` that a person or a client wrote in some way; what is none comes back in upper case. */
export function canonicalSn(text: string): string {
  const identity = parseSn(text);
  return identity ? snOf(identity.vendor, identity.serial, identity.part) : text.trim().toUpperCase();
}

/** Of which machine an `sn` names a part, and which; of a device that stands for itself null and ''. */
export function partOf(sn: string): { parent: string | null; part: string } {
  const at = sn.indexOf('~');
  return at < 0 ? { parent: null, part: '' } : { parent: sn.slice(0, at), part: sn.slice(at + 1) };
}

/**
 * What to look for in an `sn` when a person typed a piece of one: the first vendor's name is not part of any, and a
 * part of a machine is listed with its machine.
 */
export function searchedSn(text: string): string {
  const [whole = ''] = text.split('~');
  return whole.toLowerCase().startsWith(`${firstVendor}.`) ? whole.slice(firstVendor.length + 1) : whole;
}
