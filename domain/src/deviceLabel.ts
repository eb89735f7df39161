// Parses the codes on device labels.
import { canonicalSn, parseSn } from './deviceIdentity.ts';

/** A labeled serial number inside other text: `SN: E7E50071`, `https://maker.example/?sn=E7E50071`. */
const named =
  /(?:^|[^a-z0-9])(?:s\/?n|serial(?:[ _-]?(?:no|number))?)\.?\s*[:=#]?\s*([a-z0-9][a-z0-9.-]{3,47})/i;

/** The `sn` that the code of a label names; '' where it names none, such as the address of a shop. */
export function serialOnLabel(text: string): string {
  if (parseSn(text) !== null) return canonicalSn(text);
  const [, serial = ''] = named.exec(text) ?? [];
  return parseSn(serial) === null ? '' : canonicalSn(serial);
}
