// The makers whose devices this house can read, one entry each. A vendor without an entry may report all the same, by
// JSON over MQTT or the replay door; its serials are then held to nothing but the general form.
import { firstVendor, isSerial } from '@helioport/domain/deviceIdentity';
import { isFrameSerial } from './nep/frame.ts';

export interface Maker {
  /** Its name in an `sn`. */
  readonly vendor: string;
  /** Whether the maker gives such serials; told in upper case. */
  readonly isSerial: (serial: string) => boolean;
}

export const makers: readonly Maker[] = [{ vendor: firstVendor, isSerial: isFrameSerial }];

const byVendor = new Map(makers.map((maker) => [maker.vendor, maker]));

/** True for a serial (upper case) that this vendor may have given to a device. */
export const isSerialOf = (vendor: string, serial: string): boolean =>
  (byVendor.get(vendor)?.isSerial ?? isSerial)(serial);
