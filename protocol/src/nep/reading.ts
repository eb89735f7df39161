// Decodes frames to SI values, and encodes SI values as frames for senders.
import { productByModelByte } from '@helioport/domain/products';
import type { Frame } from './frame.ts';
import { acVoltageScale, frequencyScale, type Scale, scalesFor, temperatureScale } from './scales.ts';

/** What the inverter is doing, from its state byte. */
export type InverterState = 'standby' | 'awake' | 'generating' | 'unknown';

/** One DC input, numbered from 1 in the order of the frame (the address in a module's `<serial>_<address>`). */
export interface ChannelReading {
  readonly index: number;
  readonly voltageV: number;
  /** 0 for an input without a module, whatever its power word contains. */
  readonly powerW: number;
  /** Since the device's reset at dawn. May fall within a day after a DC interruption. */
  readonly energyTodayWh: number;
}

/** A frame in SI units, unrounded. Not validated: an implausible word gives an implausible value. */
export interface FrameReading {
  readonly serial: string;
  /** Name of the model, or `unknown` for a model byte without a known model. */
  readonly model: string;
  /** 2 lower-case hex digits. */
  readonly modelByte: string;
  /** 2 lower-case hex digits. */
  readonly stateByte: string;
  /** 4 lower-case hex digits as in API answers: model byte, then state byte. */
  readonly version: string;
  readonly state: InverterState;
  readonly powerW: number;
  /** In frames with channels this is the voltage of the first one, even when that is empty. */
  readonly dcVoltageV: number;
  readonly acVoltageV: number;
  readonly frequencyHz: number;
  readonly temperatureC: number;
  readonly energyTodayWh: number;
  /** 16 bits with the meaning of the fault table; 0 is no fault. */
  readonly statusBits: number;
  /** The same as 4 lower-case hex digits, as in API answers. */
  readonly alertCode: string;
  readonly channels: readonly ChannelReading[];
}

/** An input below this voltage has no panel: 0.25…0.93 V were seen there, over 26 V at inputs in use. */
export const emptyChannelBelowV = 5;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

const swapBytes = (word: number) => ((word & 0xff) << 8) | (word >> 8);

/**
 * The byte order of the status bits. In 45-byte frames a grid event reads little-endian as 0020 and then 0004, a
 * credible order. For frames with channels the only author who saw alerts and compared them with the vendor's portal
 * reads 0040 and 0020 big-endian; little-endian they would be a relay and a ground fault. No such frame is public, so
 * this is the better founded of two readings, and `statusWord` keeps the bytes.
 */
const statusWordSwap = (word: number, channelCount: number) => (channelCount === 0 ? word : swapBytes(word));

const bdm400Byte = 0x84;

/** 05 is generating on all models but BDM-400, which passes through it at dawn and dusk without output. */
function stateOf(stateByte: number, modelByte: number): InverterState {
  switch (stateByte) {
    case 0x01:
      return 'standby';
    case 0x04:
      return 'awake';
    case 0x05:
      return modelByte === bdm400Byte ? 'awake' : 'generating';
    case 0x06:
      return 'generating';
    default:
      return 'unknown';
  }
}

/** Reads a frame in SI units, by the scales of its size. Never throws for a frame that `decodeFrame` gave. */
export function readFrame(frame: Frame): FrameReading {
  const { power, energy, dcVoltage } = scalesFor(frame.channels.length);
  const statusBits = statusWordSwap(frame.statusWord, frame.channels.length);
  return {
    serial: frame.serial,
    model: productByModelByte(frame.modelByte)?.name ?? 'unknown',
    modelByte: hex(frame.modelByte, 2),
    stateByte: hex(frame.stateByte, 2),
    version: hex(frame.modelByte, 2) + hex(frame.stateByte, 2),
    state: stateOf(frame.stateByte, frame.modelByte),
    powerW: power.toSi(frame.powerRaw),
    dcVoltageV: dcVoltage.toSi(frame.dcVoltageRaw),
    acVoltageV: acVoltageScale.toSi(frame.acVoltageRaw),
    frequencyHz: frequencyScale.toSi(frame.frequencyRaw),
    temperatureC: temperatureScale.toSi(frame.temperatureRaw),
    energyTodayWh: energy.toSi(frame.energyRaw),
    statusBits,
    alertCode: hex(statusBits, 4),
    channels: frame.channels.map((channel, i) => {
      const voltageV = dcVoltage.toSi(channel.voltageRaw);
      return {
        index: i + 1,
        voltageV,
        powerW: voltageV < emptyChannelBelowV ? 0 : power.toSi(channel.powerRaw),
        energyTodayWh: energy.toSi(channel.energyRaw),
      };
    }),
  };
}

/** Input of a sender. The number of channels determines the size of the frame; 0 gives the 45-byte one. */
export interface ReadingToSend {
  /** 8 upper-case hex digits. */
  readonly serial: string;
  /** The raw bytes, such as 0xe6 and 0x06; `domain/products` lists the model bytes. */
  readonly modelByte: number;
  readonly stateByte: number;
  readonly powerW: number;
  readonly dcVoltageV: number;
  readonly acVoltageV: number;
  readonly frequencyHz: number;
  readonly temperatureC: number;
  readonly energyTodayWh: number;
  readonly statusBits: number;
  readonly channels: readonly Omit<ChannelReading, 'index'>[];
  /** 8 bytes; by default those that frames of the same model were seen with. */
  readonly accessPoint?: Uint8Array;
  /** 0xc3c3c3c3 by default; 0xffffffff marks the first report after a reset. */
  readonly marker?: number;
}

const allOnes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const fourFifteens = [0, 0, 0x0f, 0x0f, 0x0f, 0x0f, 0, 0];
const modelBytesWithAllOnes = new Set([bdm400Byte, 0xeb]);

/** A measured value saturates at the end of its range. */
const saturated = (scale: Scale, si: number) => Math.min(0xffff, Math.max(0, Math.round(scale.toRaw(si))));

/** A counter wraps at the end of its range. */
const wrapped = (scale: Scale, si: number) => Math.max(0, Math.round(scale.toRaw(si))) % 0x10000;

/**
 * Encodes a reading as a frame, to the nearest count. Values beyond their word saturate and energy counters wrap, as in
 * a device. Word 31 is 40 counts per W without channels (95…97 % of that in real frames) and 0x0100 with channels.
 * `encodeFrame` accepts the frame unless a number is not finite, or the serial number, a byte or the status bits are
 * out of range.
 */
export function frameFromReading(reading: ReadingToSend): Frame {
  const channelCount = reading.channels.length;
  const { power, energy, dcVoltage } = scalesFor(channelCount);
  return {
    command: 0x1440,
    accessPoint:
      reading.accessPoint ??
      Uint8Array.from(modelBytesWithAllOnes.has(reading.modelByte) ? allOnes : fourFifteens),
    marker: reading.marker ?? 0xc3c3c3c3,
    serial: reading.serial,
    statusWord: statusWordSwap(reading.statusBits, channelCount),
    powerRaw: saturated(power, reading.powerW),
    dcVoltageRaw: saturated(dcVoltage, reading.dcVoltageV),
    acVoltageRaw: saturated(acVoltageScale, reading.acVoltageV),
    word31: channelCount === 0 ? Math.min(0xffff, Math.max(0, Math.round(40 * reading.powerW))) : 0x0100,
    frequencyRaw: saturated(frequencyScale, reading.frequencyHz),
    temperatureRaw: saturated(temperatureScale, reading.temperatureC),
    energyRaw: wrapped(energy, reading.energyTodayWh),
    stateByte: reading.stateByte,
    modelByte: reading.modelByte,
    channels: reading.channels.map((channel) => ({
      voltageRaw: saturated(dcVoltage, channel.voltageV),
      powerRaw: saturated(power, channel.powerW),
      energyRaw: wrapped(energy, channel.energyTodayWh),
    })),
  };
}
