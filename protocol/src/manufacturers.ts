// Manufacturers whose devices the server decodes, one entry each. Other vendors report JSON over MQTT or the replay
// endpoint; their serial numbers only need the general form.
import { firstVendor, isSerial } from '@helioport/domain/deviceIdentity';
import type { DeviceKindKey } from '@helioport/domain/deviceKinds';
import { isFrameSerial } from './nep/frame.ts';

export interface Manufacturer {
  /** Its name in an `sn`. */
  readonly vendor: string;
  /** Whether the manufacturer uses such serial numbers (upper case). */
  readonly isSerial: (serial: string) => boolean;
  /** Device kind of its JSON readings with the kind `inverter`. */
  readonly inverterKind: DeviceKindKey;
}

export const manufacturers: readonly Manufacturer[] = [
  { vendor: firstVendor, isSerial: isFrameSerial, inverterKind: 'microinverter' },
  { vendor: 'opendtu', isSerial, inverterKind: 'microinverter' },
  { vendor: 'ahoy', isSerial, inverterKind: 'microinverter' },
  { vendor: 'deye', isSerial, inverterKind: 'microinverter' },
  { vendor: 'apsystems', isSerial, inverterKind: 'microinverter' },
];

const byVendor = new Map(manufacturers.map((one) => [one.vendor, one]));

/** Whether a serial number (upper case) is valid for this vendor. */
export const isSerialOf = (vendor: string, serial: string): boolean =>
  (byVendor.get(vendor)?.isSerial ?? isSerial)(serial);

/** Device kind of a vendor's JSON readings with the kind `inverter`. */
export const inverterKindOf = (vendor: string): DeviceKindKey =>
  byVendor.get(vendor)?.inverterKind ?? 'stringMachine';
