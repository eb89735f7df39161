// Splits a message of a composite device into one reading per component, which the store treats like other devices.
// They share one transaction and one acknowledgment.
import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import type { CompositeMessage, ParsedMessage } from '@helioport/protocol/helioport/message';
import type { Arrival, SingleArrival } from './decode.ts';

/** A message of a composite device. `sn`: of the device, in any notation. */
export interface CompositeArrival {
  kind: 'machine';
  sn: string;
  message: CompositeMessage;
  atMs?: number;
}

/** The composite device of a component's reading. */
export interface PartOf {
  name: string;
  kind: DeviceKindKey;
  compositeKind: DeviceKindKey;
  /** The whole message: that one value did not change does not make a part's reading a repetition. */
  message: CompositeMessage;
}

/** The readings of an arrival, one per device; a single one except for composite devices. */
export function reportsIn(arrival: SingleArrival | CompositeArrival): SingleArrival[] {
  if (arrival.kind !== 'machine') return [arrival];
  const { sn, message, atMs } = arrival;
  const { parts } = deviceKind(message.kind);
  return parts.flatMap(({ part: name, kind }): SingleArrival[] => {
    const report = message.parts[name];
    if (!report) return [];
    const part: PartOf = { name, kind, compositeKind: message.kind, message };
    return [{ kind: 'report', sn, report, part, ...(atMs === undefined ? {} : { atMs }) }];
  });
}

/** The arrival of a decoded message; `atMs` is a time given outside of it. */
export function arrivalOf(sn: string, parsed: Extract<ParsedMessage, { ok: true }>, atMs?: number): Arrival {
  const { at } = 'machine' in parsed ? parsed.machine : parsed.report;
  const ownMs = atMs ?? (at === undefined ? undefined : Date.parse(at));
  const time = ownMs === undefined ? {} : { atMs: ownMs };
  return 'machine' in parsed
    ? { kind: 'machine', sn, message: parsed.machine, ...time }
    : { kind: 'report', sn, report: parsed.report, ...time };
}
