// The lines that the day chart of a device can draw, in the names that clients know, and how each is read.
import { productOf } from '@helioport/domain/products';
import { rounded } from '@helioport/domain/units';
import type { FoundDevice } from '../../../reads/findDevice.ts';
import type { Lines } from '../../../telemetry/read/curves.ts';

export interface Line {
  name: string;
  unit: 'W' | 'V' | 'Hz' | '°C' | '%';
  /** Values in that unit; a gap is null. */
  read(lines: Lines): readonly (number | null)[];
}

const shown = (values: readonly (number | null)[] | undefined, places: number, per = 1) =>
  (values ?? []).map((value) => (value === null ? null : rounded(value * per, places)));

const power = (name: string): Line => ({ name, unit: 'W', read: (lines) => shown(lines.powerW, 1) });
const acVoltage: Line = { name: 'AC Voltage', unit: 'V', read: (lines) => shown(lines.acVoltageV, 1) };
const frequency: Line = { name: 'AC Frequency', unit: 'Hz', read: (lines) => shown(lines.frequencyHz, 2) };
const temperature: Line = { name: 'Temperature', unit: '°C', read: (lines) => shown(lines.temperatureC, 1) };
const charge: Line = { name: 'SOC', unit: '%', read: (lines) => shown(lines.socRatio, 1, 100) };

const input = (addr: number): Line[] => [
  { name: `Power_${addr}`, unit: 'W', read: ({ channels }) => shown(channels[addr - 1]?.powerW, 1) },
  { name: `DC Voltage_${addr}`, unit: 'V', read: ({ channels }) => shown(channels[addr - 1]?.voltageV, 2) },
];

/** All lines of a device in the order in which they are offered. */
export function linesOf(device: FoundDevice): Line[] {
  if (device.kind === 'meter') return [power('Grid'), acVoltage, frequency];
  if (device.kind === 'battery') return [power('Battery'), charge, temperature];
  const product = productOf(device);
  // The short frame speaks of the inverter as a whole: it is its own single input.
  const inputs = product?.frameSize === 45 ? 1 : (product?.inputs ?? device.channels);
  const addrs = Array.from({ length: inputs }, (_, i) => i + 1);
  return [power('Production'), acVoltage, frequency, temperature, ...addrs.flatMap(input)];
}
