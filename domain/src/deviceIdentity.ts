// Identity of a device: vendor, serial number, and component of a composite device. `sn` is its text form;
// only this file formats and parses it.

/**
 * Vendor of the devices that post frames. Its `sn` has no vendor prefix because older clients expect the bare
 * serial number.
 */
export const firstVendor = 'nep';

/** Host name of the manufacturer's server, fixed in the firmware of its devices. */
export const firstVendorServer = 'www.nepviewer.net';

export interface DeviceIdentity {
  /** Lower-case letters and digits, such as `nep`. */
  readonly vendor: string;
  /** Upper case. Patterns by vendor: protocol/src/manufacturers.ts. */
  readonly serial: string;
  /** Component of a composite device, such as `battery`; '' is the device itself. */
  readonly part: string;
}

const vendorPattern = /^[a-z][a-z0-9]{1,15}$/;
const serialPattern = /^[0-9A-Z][0-9A-Z-]{3,31}$/;
const partPattern = /^[a-z][a-z0-9]{1,15}$/;

/** True for a name that a vendor may have: 2 to 16 lower-case letters and digits, a letter first. */
export const isVendor = (text: string): boolean => vendorPattern.test(text);

/**
 * True for a valid serial number: 4 to 32 upper-case letters, digits and hyphens, not starting with a hyphen.
 * `.` and `~` separate the parts of an `sn`, `_` separates the input in a module's name, and `+`, `#` and `/`
 * are reserved in MQTT topics.
 */
export const isSerial = (text: string): boolean => serialPattern.test(text) && !isBlankSerial(text);

/** True for zeros alone, which devices and forms give where they have no serial number. */
export const isBlankSerial = (text: string): boolean => /^0+$/.test(text);

/**
 * The `sn` of a device: the bare serial number for the first vendor, `vendor.serial` for others, with `~part`
 * appended for a component. Unique, because no part contains a dot or a tilde.
 */
export const snOf = (vendor: string, serial: string, part = ''): string =>
  `${vendor === firstVendor ? '' : `${vendor}.`}${serial}${part === '' ? '' : `~${part}`}`;

/**
 * Parses an `sn` in upper or lower case, with or without the name of the first vendor; null if malformed.
 * Does not check that the device exists or that the vendor uses such serial numbers.
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

/** Display text of a device: its name followed by the serial number, or the serial number alone. */
export const namedSn = (alias: string, sn: string): string => (alias === '' ? sn : `${alias} (${sn})`);

/** Canonical form of an entered `sn`; invalid input is returned in upper case. */
export function canonicalSn(text: string): string {
  const identity = parseSn(text);
  return identity ? snOf(identity.vendor, identity.serial, identity.part) : text.trim().toUpperCase();
}

/** The composite device and component of an `sn`; null and '' for a device on its own. */
export function partOf(sn: string): { parent: string | null; part: string } {
  const at = sn.indexOf('~');
  return at < 0 ? { parent: null, part: '' } : { parent: sn.slice(0, at), part: sn.slice(at + 1) };
}

/**
 * Search text for a partially entered `sn`: without the first vendor's name, which is not part of any, and without the
 * component, which is listed with its composite device.
 */
export function searchedSn(text: string): string {
  const [whole = ''] = text.split('~');
  return whole.toLowerCase().startsWith(`${firstVendor}.`) ? whole.slice(firstVendor.length + 1) : whole;
}
