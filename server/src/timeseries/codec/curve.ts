// Compressed day curve of a plant: its power in steps of five minutes, summed by role, and the devices included. Pure:
// bytes in, numbers out.
//
//   version (1 byte) | CRC-32 (4, big-endian) of version, plant, day and body | body
//   body: slots (12 bits) | devices (2 x 12) | their numbers, their kinds | power of sun, grid, storage
//
// A changed calculation (query/power.ts) also needs a new version, and a migration that empties the table.
import { crc32 } from 'node:zlib';
import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { BitReader, BitWriter } from './bitCoder.ts';
import { BlockUnreadable } from './blockShape.ts';
import { NumberModel } from './numberCoder.ts';
import { readSeries, writeSeries } from './seriesCoder.ts';

/** Roles separated in a plant's curve, in their stored order. */
export const roles = ['sun', 'grid', 'storage'] as const satisfies readonly DeviceRole[];

/** Stored steps (0.1 W), one per slot; NaN is a gap. */
export type PowerByRole = Readonly<Record<DeviceRole, Float64Array>>;

export interface DayCurve {
  /** Devices that reported on the day, and their kinds as they were then. */
  deviceIds: Float64Array;
  kinds: Float64Array;
  power: PowerByRole;
}

/** Whose curve it is: that of another plant or day is not taken for it. */
export interface CurveOf {
  siteId: number;
  /** Beginning of the day, ms. */
  startMs: number;
}

/** The bytes are no curve, no longer the one that was written, or that of another day. */
export class CurveUnreadable extends Error {
  override readonly name = 'CurveUnreadable';
}

const HEAD = 5;
const VERSION = 1;
const HALF = 12;

/** Lists of devices and curves have different statistics. */
const ofDevices = new NumberModel();
const ofPower = new NumberModel();

const checksum = (body: Uint8Array, { siteId, startMs }: CurveOf): number =>
  crc32(body, crc32(`${VERSION} ${siteId} ${startMs}`));

/**
 * Packs a curve whose values are whole.
 * @throws NotPackable for others.
 */
export function packCurve(of: CurveOf, { deviceIds, kinds, power }: DayCurve): Buffer {
  const out = new BitWriter();
  out.plain(power.sun.length, HALF);
  out.plain(deviceIds.length >> HALF, HALF);
  out.plain(deviceIds.length & ((1 << HALF) - 1), HALF);
  ofDevices.reset();
  for (const list of [deviceIds, kinds]) writeSeries(out, ofDevices, list);
  ofPower.reset();
  for (const role of roles) writeSeries(out, ofPower, power[role]);
  const body = out.done();
  const bytes = Buffer.allocUnsafe(HEAD + body.length);
  bytes[0] = VERSION;
  bytes.writeUInt32BE(checksum(body, of), 1);
  bytes.set(body, HEAD);
  return bytes;
}

/**
 * Unpacks a curve.
 * @throws CurveUnreadable for bytes that are torn, of a newer version, of another plant or day, or were never a curve.
 */
export function unpackCurve(bytes: Buffer, of: CurveOf): DayCurve {
  if (bytes.length < HEAD) throw new CurveUnreadable('it is too short');
  if (bytes[0] !== VERSION) throw new CurveUnreadable(`it is of version ${bytes[0]}`);
  const body = bytes.subarray(HEAD);
  if (checksum(body, of) !== bytes.readUInt32BE(1)) throw new CurveUnreadable('its checksum is wrong');
  try {
    return readBody(new BitReader(body));
  } catch (error) {
    if (error instanceof BlockUnreadable) throw new CurveUnreadable(error.message);
    throw error;
  }
}

function readBody(from: BitReader): DayCurve {
  const slots = from.plain(HALF);
  const devices = (from.plain(HALF) << HALF) | from.plain(HALF);
  ofDevices.reset();
  const deviceIds = readSeries(from, ofDevices, devices);
  const kinds = readSeries(from, ofDevices, devices);
  ofPower.reset();
  const [sun, grid, storage] = roles.map(() => readSeries(from, ofPower, slots));
  if (!from.isAtEnd()) throw new CurveUnreadable('it is not as long as it says');
  return { deviceIds, kinds, power: { sun: sun!, grid: grid!, storage: storage! } };
}
