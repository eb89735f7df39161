// The SunSpec models that are read, as registers: inverters 101-103 and 111-113, inputs 160, meters 201-204 and 211-214.
import type { FeedPart } from '@helioport/protocol/feeds/values';
import { available, type LocalReading, partsOf } from '../source.ts';

/** A model with its registers from the ID on, so that offsets are those of the specification. */
export interface Model {
  id: number;
  registers: readonly number[];
}

/** Values of a block; undefined where a value is not implemented or the block ends. */
export class Block {
  readonly #registers: readonly number[];
  constructor(registers: readonly number[]) {
    this.#registers = registers;
  }

  #at(offset: number): number | undefined {
    return this.#registers[offset];
  }

  uint16(offset: number): number | undefined {
    const value = this.#at(offset);
    return value === undefined || value === 0xffff ? undefined : value;
  }

  int16(offset: number): number | undefined {
    const value = this.#at(offset);
    if (value === undefined || value === 0x8000) return undefined;
    return value > 0x7fff ? value - 0x10000 : value;
  }

  /** An accumulator; 0 means that it is not implemented. */
  acc32(offset: number): number | undefined {
    const [high, low] = [this.#at(offset), this.#at(offset + 1)];
    if (high === undefined || low === undefined) return undefined;
    const value = high * 0x10000 + low;
    return value === 0 || value === 0xffffffff ? undefined : value;
  }

  float32(offset: number): number | undefined {
    const [high, low] = [this.#at(offset), this.#at(offset + 1)];
    if (high === undefined || low === undefined) return undefined;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt16BE(high, 0);
    bytes.writeUInt16BE(low, 2);
    const value = bytes.readFloatBE(0);
    return Number.isFinite(value) ? value : undefined;
  }

  /** The exponent at an offset; scale factors beyond the range of the specification are not available. */
  scale(offset: number): number | undefined {
    const exponent = this.int16(offset);
    return exponent === undefined || Math.abs(exponent) > 10 ? undefined : exponent;
  }

  text(offset: number, registers: number): string {
    const bytes: number[] = [];
    for (let i = offset; i < offset + registers; i++) {
      const value = this.#at(i) ?? 0;
      bytes.push(value >> 8, value & 0xff);
    }
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[^\x20-\x7e]/g, '')
      .trim();
  }
}

/** Value times 10^exponent without binary noise; undefined if either is. */
export const scaled = (value: number | undefined, exponent: number | undefined): number | undefined =>
  value === undefined || exponent === undefined ? undefined : Number(`${value}e${exponent}`);

const inverterIds = [101, 102, 103];
const floatInverterIds = [111, 112, 113];
const meterIds = [201, 202, 203, 204];
const floatMeterIds = [211, 212, 213, 214];

/** Serial number and model of the common block (1). */
function identityOf(models: readonly Model[]): { serial: string; label: string } {
  const common = models.find(({ id }) => id === 1);
  if (!common) return { serial: '', label: '' };
  const block = new Block(common.registers);
  const maker = block.text(2, 16);
  const model = block.text(18, 16);
  return {
    serial: block.text(50, 16),
    label: model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`.trim(),
  };
}

/** DC inputs of model 160. Channels of a battery and inputs without any value are left out. */
function inputsOf({ registers }: Model): FeedPart[] {
  const block = new Block(registers);
  const [a, v, w, wh] = [block.scale(2), block.scale(3), block.scale(4), block.scale(5)];
  const count = Math.min(block.uint16(8) ?? 0, 24);
  const parts: FeedPart[] = [];
  for (let i = 0; i < count; i++) {
    const at = 10 + i * 20;
    if (at + 20 > registers.length) break;
    if (/^st(?:dis)?cha|charg/i.test(block.text(at + 1, 8))) continue;
    const fields = available({
      powerW: scaled(block.uint16(at + 11), w),
      voltageV: scaled(block.uint16(at + 10), v),
      currentA: scaled(block.uint16(at + 9), a),
      energyWh: scaled(block.acc32(at + 12), wh),
    });
    if (Object.keys(fields).length > 0) parts.push({ index: i + 1, ...fields });
  }
  return parts;
}

function inverterValues({ id, registers }: Model): Pick<LocalReading, 'values' | 'phases'> {
  const block = new Block(registers);
  const phase = (voltageV: number | undefined, currentA: number | undefined) => ({
    powerW: undefined,
    voltageV,
    currentA,
    energyWh: undefined,
  });
  // A single phase is the device itself.
  const count = id % 10 > 1 ? id % 10 : 0;
  if (floatInverterIds.includes(id)) {
    const phases = [0, 1, 2]
      .slice(0, count)
      .map((i) => phase(block.float32(14 + 2 * i), block.float32(4 + 2 * i)));
    return withPhases(phases, {
      powerW: block.float32(22),
      energyOutWh: positive(block.float32(32)),
      acVoltageV: block.float32(14),
      frequencyHz: block.float32(24),
      temperatureC: block.float32(40),
    });
  }
  const [a, v, t] = [block.scale(6), block.scale(13), block.scale(37)];
  const phases = [0, 1, 2]
    .slice(0, count)
    .map((i) => phase(scaled(block.uint16(10 + i), v), scaled(block.uint16(3 + i), a)));
  return withPhases(phases, {
    powerW: scaled(block.int16(14), block.scale(15)),
    energyOutWh: scaled(block.acc32(24), block.scale(26)),
    acVoltageV: scaled(block.uint16(10), v),
    frequencyHz: scaled(block.uint16(16), block.scale(17)),
    temperatureC: scaled(block.int16(33), t),
  });
}

function meterValues({ id, registers }: Model, isReversed: boolean): Pick<LocalReading, 'values' | 'phases'> {
  const block = new Block(registers);
  const isFloat = floatMeterIds.includes(id);
  const sign = isReversed ? -1 : 1;
  const signed = (value: number | undefined) => (value === undefined ? undefined : value * sign || 0);
  const wh = block.scale(54);
  const [a, v, w] = [block.scale(6), block.scale(15), block.scale(22)];
  const exported = isFloat ? positive(block.float32(60)) : scaled(block.acc32(38), wh);
  const imported = isFloat ? positive(block.float32(68)) : scaled(block.acc32(46), wh);
  const phases = [0, 1, 2].map((i) => ({
    powerW: signed(isFloat ? block.float32(30 + 2 * i) : scaled(block.int16(19 + i), w)),
    voltageV: isFloat ? block.float32(12 + 2 * i) : scaled(block.int16(8 + i), v),
    currentA: isFloat ? block.float32(4 + 2 * i) : scaled(block.int16(3 + i), a),
    energyWh: undefined,
  }));
  return withPhases(phases, {
    powerW: signed(isFloat ? block.float32(28) : scaled(block.int16(18), w)),
    energyInWh: isReversed ? exported : imported,
    energyOutWh: isReversed ? imported : exported,
    frequencyHz: isFloat ? block.float32(26) : scaled(block.int16(16), block.scale(17)),
  });
}

/** Like accumulators, a counter of 0 is taken as not implemented. */
const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;

const withPhases = (
  phases: Parameters<typeof partsOf>[0],
  values: Readonly<Record<string, number | undefined>>,
): Pick<LocalReading, 'values' | 'phases'> => ({ values: available(values), phases: partsOf(phases) });

/**
 * The readings of one Modbus unit: its inverter and its meter. `isReversed`: the meter counts export as positive, so that
 * power and both counters change sides.
 */
export function readModels(
  models: readonly Model[],
  { isReversed }: { isReversed: boolean },
): LocalReading[] {
  const { serial, label } = identityOf(models);
  const one = (...ids: number[]) => models.find(({ id }) => ids.includes(id));
  const readings: LocalReading[] = [];
  const inverter = one(...inverterIds, ...floatInverterIds);
  if (inverter) {
    const inputs = one(160);
    const reading = inverterValues(inverter);
    const channels = inputs ? inputsOf(inputs) : [];
    readings.push({ source: serial, label, role: 'pv', ...reading, channels });
  }
  const meter = one(...meterIds, ...floatMeterIds);
  if (meter) readings.push({ source: serial, label, role: 'grid', ...meterValues(meter, isReversed) });
  return readings.filter(
    ({ values, channels = [], phases = [] }) =>
      Object.keys(values).length + channels.length + phases.length > 0,
  );
}
