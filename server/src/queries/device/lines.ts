// Lines of a device's day chart: those of its kind, and all others that it reports. Names are those that clients
// expect; the key determines the meaning.
import { partOf } from '@helioport/domain/deviceIdentity';
import { type DeviceKind, type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import { isPer, lineNameOf, type MeasureKey, measures, shownAs } from '@helioport/domain/measures';
import { productOf } from '@helioport/domain/products';
import type { LineKey } from '../../timeseries/query/curves.ts';
import type { FoundDevice } from '../findDevice.ts';

export interface Line extends LineKey {
  name: string;
  unit: string;
  /** Factor and decimals of the values. */
  per: number;
  decimals: number;
}

const idOf = ({ key, place, addr }: LineKey): string => `${key}/${place}/${addr}`;

/** True for lines of the same measure at the same place. */
export const isSameLine = (a: LineKey, b: LineKey): boolean => idOf(a) === idOf(b);

/** Inputs that a device has, by its model where that is known. */
export function inputsOf(device: FoundDevice, kind: DeviceKind): number {
  if (!kind.isProducer) return device.channels;
  const product = productOf(device);
  // The short frame covers the inverter as a whole, as a single input.
  return product?.frameSize === 45 ? 1 : (product?.inputs ?? device.channels);
}

/** Lines always offered for the kind. Its inputs have voltages, so it has no voltage line of its own. */
function ofKind({ measures: keys }: DeviceKind, inputs: number): LineKey[] {
  const own = keys
    .filter((key) => isPer(measures[key], 'device') && !isInputLine(key, inputs))
    .map((key): LineKey => ({ key, place: 'device', addr: 0 }));
  const ofInputs = keys.filter((key) => isPer(measures[key], 'input'));
  return [
    ...own,
    ...Array.from({ length: inputs }, (_, i) =>
      ofInputs.map((key): LineKey => ({ key, place: 'input', addr: i + 1 })),
    ).flat(),
  ];
}

/** What cannot be added up over the inputs is theirs alone, where there are any. */
const isInputLine = (key: MeasureKey, inputs: number): boolean =>
  inputs > 0 && measures[key].per === 'both' && measures[key].overDevices === 'none';

/** All lines of a device in display order. `reported`: reported lines, in any order. */
export function linesOf(device: FoundDevice, reported: readonly LineKey[]): Line[] {
  const kind = deviceKind(device.kind as DeviceKindKey);
  const inputs = inputsOf(device, kind);
  const always = ofKind(kind, inputs);
  const known = new Set(always.map(idOf));
  const more = reported.filter((line) => {
    if (known.has(idOf(line)) || (line.place === 'device' && isInputLine(line.key, inputs))) return false;
    known.add(idOf(line));
    return line.place !== 'input' || line.addr <= inputs;
  });
  const all = [...always, ...more].map((line, place) => ({ line, place }));
  all.sort((a, b) => rankOf(a.line) - rankOf(b.line) || a.place - b.place);
  return all.flatMap(({ line }) => lineOf(line));
}

/** The device first, then input by input, then phase by phase. */
const rankOf = ({ place, addr }: LineKey): number =>
  place === 'device' ? 0 : place === 'input' ? addr : 1000 + addr;

function lineOf(line: LineKey): Line[] {
  const measure = measures[line.key];
  const name = lineNameOf(measure, line.place);
  if (name === undefined) return [];
  return [{ ...line, name: line.addr === 0 ? name : `${name}_${line.addr}`, ...shownAs(measure) }];
}

/**
 * Combines the lines of components: a name already used by an earlier component gets the component's name appended, "AC
 * Voltage (meter)". Within one device, names stay unchanged.
 */
export function distinct<Named extends { name: string }>(
  all: readonly { sn: string; items: readonly Named[] }[],
): Named[] {
  const taken = new Set<string>();
  return all.flatMap(({ sn, items }) => {
    const reported = items.map((item) =>
      taken.has(item.name) ? { ...item, name: `${item.name} (${partOf(sn).part})` } : item,
    );
    for (const { name } of items) taken.add(name);
    return reported;
  });
}
