// The stored form of the slots of a day: expected power of the plant and irradiance over its clear-sky value.
//   version (1 byte) | slots (2) | power in W (4 each, float) | clearness in 1/1000 (2 each); all ones is unknown
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const VERSION = 1;
const UNKNOWN = 0xffff;
/** More slots than the longest day has. */
const MOST_SLOTS = 3_000;

export interface ExpectedCurve {
  /** W; NaN is unknown. */
  powerW: Float32Array;
  /** Irradiance over its clear-sky value; NaN is unknown. */
  clearness: Float32Array;
}

/** Packs a curve; both lists have one length. */
export function packExpected({
  powerW,
  clearness,
}: {
  powerW: ArrayLike<number>;
  clearness: ArrayLike<number> | null;
}): Buffer {
  const slots = powerW.length;
  const bytes = Buffer.alloc(3 + slots * 6);
  bytes[0] = VERSION;
  bytes.writeUInt16LE(slots, 1);
  for (let i = 0; i < slots; i++) {
    // A tenth of a watt is below the accuracy of expected power.
    bytes.writeFloatLE(Math.round(powerW[i]! * 10) / 10, 3 + i * 4);
    const ratio = clearness?.[i] ?? Number.NaN;
    const steps = Number.isNaN(ratio)
      ? UNKNOWN
      : Math.min(UNKNOWN - 1, Math.max(0, Math.round(ratio * 1000)));
    bytes.writeUInt16LE(steps, 3 + slots * 4 + i * 2);
  }
  return deflateRawSync(bytes, { level: 1 });
}

/** Unpacks a curve; null for bytes of another version or that are damaged. */
export function unpackExpected(compressed: Buffer): ExpectedCurve | null {
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(compressed, { maxOutputLength: 3 + MOST_SLOTS * 6 });
  } catch {
    return null;
  }
  if (bytes.length < 3 || bytes[0] !== VERSION) return null;
  const slots = bytes.readUInt16LE(1);
  if (bytes.length !== 3 + slots * 6) return null;
  const powerW = new Float32Array(slots);
  const clearness = new Float32Array(slots);
  for (let i = 0; i < slots; i++) {
    powerW[i] = bytes.readFloatLE(3 + i * 4);
    const steps = bytes.readUInt16LE(3 + slots * 4 + i * 2);
    clearness[i] = steps === UNKNOWN ? Number.NaN : steps / 1000;
  }
  return { powerW, clearness };
}
