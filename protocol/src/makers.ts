// The makers whose devices this house can read, one entry each. A vendor without an entry may report all the same, by
// JSON over MQTT or the replay door; its serials are then held to nothing but the general form.
import { firstVendor, isSerial } from '@helioport/domain/deviceIdentity';
import type { DeviceKindKey } from '@helioport/domain/deviceKinds';
import { isFrameSerial } from './nep/frame.ts';

export interface Maker {
  /** Its name in an `sn`. */
  readonly vendor: string;
  /** Whether the maker gives such serials; told in upper case. */
  readonly isSerial: (serial: string) => boolean;
  /** What a device of it is that says in JSON to be an `inverter`. */
  readonly inverterKind: DeviceKindKey;
}

export const makers: readonly Maker[] = [
  { vendor: firstVendor, isSerial: isFrameSerial, inverterKind: 'microinverter' },
  { vendor: 'opendtu', isSerial, inverterKind: 'microinverter' },
  { vendor: 'ahoy', isSerial, inverterKind: 'microinverter' },
  { vendor: 'deye', isSerial, inverterKind: 'microinverter' },
  { vendor: 'apsystems', isSerial, inverterKind: 'microinverter' },
];

const byVendor = new Map(makers.map((maker) => [maker.vendor, maker]));

/** True for a serial (upper case) that this vendor may have given to a device. */
export const isSerialOf = (vendor: string, serial: string): boolean =>
  (byVendor.get(vendor)?.isSerial ?? isSerial)(serial);

/** The kind of a vendor's device that says in JSON to be an inverter. */
export const inverterKindOf = (vendor: string): DeviceKindKey =>
  byVendor.get(vendor)?.inverterKind ?? 'stringMachine';
