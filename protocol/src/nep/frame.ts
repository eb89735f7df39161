// The binary frame that microinverters post: every raw word, in both directions, without interpretation.
// One layout serves all sizes: 41 fixed bytes, N channel blocks of 6, and 4 bytes of checksums, little-endian.

/** One channel block: the raw words of one DC input. */
export interface FrameChannel {
  readonly voltageRaw: number;
  readonly powerRaw: number;
  readonly energyRaw: number;
}

/** A device frame as it is on the wire, less what follows from it (start byte, lengths, checksums). */
export interface Frame {
  /** u16 at 3; 0x1440 in every frame ever published. */
  readonly command: number;
  /** The 8 bytes at 5, of unknown meaning. They are no map of the channels in use. */
  readonly accessPoint: Uint8Array;
  /** u32 at 15; 0xc3c3c3c3, or 0xffffffff in the first report after a reset. */
  readonly marker: number;
  /** u32 at 19 as 8 upper-case hex digits, most significant first. */
  readonly serial: string;
  /** u16 at 23, read little-endian; `readFrame` interprets the byte order of the bits. */
  readonly statusWord: number;
  readonly powerRaw: number;
  readonly dcVoltageRaw: number;
  readonly acVoltageRaw: number;
  /** u16 at 31; its meaning is disputed, so it is stored but never shown. */
  readonly word31: number;
  readonly frequencyRaw: number;
  readonly temperatureRaw: number;
  readonly energyRaw: number;
  readonly stateByte: number;
  readonly modelByte: number;
  readonly channels: readonly FrameChannel[];
}

/** Why bytes are no frame. */
export type Refusal = 'tooShort' | 'tooLong' | 'wrongStart' | 'wrongLength' | 'wrongDataLength';

/** Which of the three checksums of a frame are right. A wrong one is worth a log line, never a refusal. */
export interface Checksums {
  readonly inner: boolean;
  readonly sum: boolean;
  readonly xor: boolean;
}

export type DecodedFrame =
  | { readonly ok: true; readonly frame: Frame; readonly checksums: Checksums }
  | { readonly ok: false; readonly refusal: Refusal };

/** Size of a frame without channels, the smallest there is. */
export const minFrameBytes = 45;

/** Our own ceiling: the length field would allow 65,542 bytes, the largest frame ever seen has 69. */
export const maxFrameBytes = 4096;

const startByte = 0x79;
const channelBytes = 6;
const dataAt = 15;
const channelsAt = 41;
/** Bytes outside what the length field counts, and outside what the data length counts. */
const uncountedByLength = 7;
const uncountedByDataLength = 17;

const sizeOf = (channelCount: number) => minFrameBytes + channelBytes * channelCount;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Checksum of the payload: sum of its u16 words modulo 65536. Undocumented; derived from captured frames. Published
 * frames with replaced serial numbers carry the checksum of the original.
 */
function innerSum(view: DataView, end: number): number {
  let sum = 0;
  for (let at = dataAt; at < end; at += 2) sum += view.getUint16(at, true);
  return sum & 0xffff;
}

/** The two checksums of the transport, over everything between the start byte and themselves. */
function outerSums(view: DataView, end: number): { readonly sum: number; readonly xor: number } {
  let sum = 0;
  let xor = 0;
  for (let at = 1; at < end; at++) {
    const byte = view.getUint8(at);
    sum += byte;
    xor ^= byte;
  }
  return { sum: sum & 0xff, xor };
}

/**
 * Parses a posted body. Accepts any number of channels on which both length fields agree, up to `maxFrameBytes`,
 * because models without published frames may use other numbers.
 * Never throws; the result shares no memory with the input.
 */
export function decodeFrame(bytes: Uint8Array): DecodedFrame {
  if (bytes.length < minFrameBytes) return { ok: false, refusal: 'tooShort' };
  if (bytes.length > maxFrameBytes) return { ok: false, refusal: 'tooLong' };
  const view = viewOf(bytes);
  if (view.getUint8(0) !== startByte) return { ok: false, refusal: 'wrongStart' };
  if (view.getUint16(1, true) + uncountedByLength !== bytes.length)
    return { ok: false, refusal: 'wrongLength' };
  const isWholeChannels = (bytes.length - minFrameBytes) % channelBytes === 0;
  if (!isWholeChannels || view.getUint16(13, true) + uncountedByDataLength !== bytes.length) {
    return { ok: false, refusal: 'wrongDataLength' };
  }

  const channels: FrameChannel[] = [];
  const innerAt = bytes.length - 4;
  for (let at = channelsAt; at < innerAt; at += channelBytes) {
    channels.push({
      voltageRaw: view.getUint16(at, true),
      powerRaw: view.getUint16(at + 2, true),
      energyRaw: view.getUint16(at + 4, true),
    });
  }
  const outer = outerSums(view, innerAt + 2);
  return {
    ok: true,
    frame: {
      command: view.getUint16(3, true),
      accessPoint: Uint8Array.from(bytes.subarray(5, 13)),
      marker: view.getUint32(15, true),
      serial: view.getUint32(19, true).toString(16).toUpperCase().padStart(8, '0'),
      statusWord: view.getUint16(23, true),
      powerRaw: view.getUint16(25, true),
      dcVoltageRaw: view.getUint16(27, true),
      acVoltageRaw: view.getUint16(29, true),
      word31: view.getUint16(31, true),
      frequencyRaw: view.getUint16(33, true),
      temperatureRaw: view.getUint16(35, true),
      energyRaw: view.getUint16(37, true),
      stateByte: view.getUint8(39),
      modelByte: view.getUint8(40),
      channels,
    },
    checksums: {
      inner: view.getUint16(innerAt, true) === innerSum(view, innerAt),
      sum: view.getUint8(innerAt + 2) === outer.sum,
      xor: view.getUint8(innerAt + 3) === outer.xor,
    },
  };
}

/** Rejects a number that does not fit its field; truncating it would change the value. */
function fitting(name: string, value: number, max: number): number {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new RangeError(`${name} is ${value}, expected a whole number from 0 to ${max}`);
  }
  return value;
}

/** True for a serial number as in frames: 8 upper-case hex digits. */
export const isFrameSerial = (text: string): boolean => /^[0-9A-F]{8}$/.test(text);

/**
 * Writes a frame and fills in its lengths and all three checksums, so that it gives back, byte for byte, what
 * `decodeFrame` read with right checksums.
 * @throws RangeError when a value does not fit its field, or the channels would not fit `maxFrameBytes`.
 */
export function encodeFrame(frame: Frame): Uint8Array {
  const size = sizeOf(frame.channels.length);
  if (size > maxFrameBytes) throw new RangeError(`${frame.channels.length} channels do not fit a frame`);
  if (!isFrameSerial(frame.serial))
    throw new RangeError(`serial ${frame.serial} is not 8 upper-case hex digits`);
  if (frame.accessPoint.length !== 8) throw new RangeError('accessPoint is not 8 bytes');

  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  const word = (at: number, name: string, value: number) =>
    view.setUint16(at, fitting(name, value, 0xffff), true);
  view.setUint8(0, startByte);
  view.setUint16(1, size - uncountedByLength, true);
  word(3, 'command', frame.command);
  bytes.set(frame.accessPoint, 5);
  view.setUint16(13, size - uncountedByDataLength, true);
  view.setUint32(15, fitting('marker', frame.marker, 0xffffffff), true);
  view.setUint32(19, Number.parseInt(frame.serial, 16), true);
  word(23, 'statusWord', frame.statusWord);
  word(25, 'powerRaw', frame.powerRaw);
  word(27, 'dcVoltageRaw', frame.dcVoltageRaw);
  word(29, 'acVoltageRaw', frame.acVoltageRaw);
  word(31, 'word31', frame.word31);
  word(33, 'frequencyRaw', frame.frequencyRaw);
  word(35, 'temperatureRaw', frame.temperatureRaw);
  word(37, 'energyRaw', frame.energyRaw);
  view.setUint8(39, fitting('stateByte', frame.stateByte, 0xff));
  view.setUint8(40, fitting('modelByte', frame.modelByte, 0xff));
  let at = channelsAt;
  for (const channel of frame.channels) {
    word(at, 'voltageRaw of a channel', channel.voltageRaw);
    word(at + 2, 'powerRaw of a channel', channel.powerRaw);
    word(at + 4, 'energyRaw of a channel', channel.energyRaw);
    at += channelBytes;
  }
  view.setUint16(at, innerSum(view, at), true);
  const outer = outerSums(view, at + 2);
  view.setUint8(at + 2, outer.sum);
  view.setUint8(at + 3, outer.xor);
  return bytes;
}

/** Path to which devices post a frame: those without channel blocks to /i.php, the others to /t.php. */
export const pathOfFrame = (bytes: Uint8Array): '/i.php' | '/t.php' =>
  bytes.length > minFrameBytes ? '/t.php' : '/i.php';
