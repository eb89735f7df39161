// Compressed readings of one device on one day. Pure: bytes in, numbers out.
//
//   version (1 byte) | CRC-32 (4, big-endian) | body
//
// Blocks are written in the latest version; all earlier versions remain readable.
import { crc32 } from 'node:zlib';
import { readVersionOne } from './blockOne.ts';
import { type BlockReadings, BlockUnreadable } from './blockShape.ts';
import { readVersionTwo, writeVersionTwo } from './blockTwo.ts';

const HEAD = 5;
const NEWEST = 2;

interface Version {
  read: (body: Uint8Array, wanted?: ReadonlySet<string>) => BlockReadings;
  checksum: (body: Uint8Array) => number;
}

const versions: Readonly<Record<number, Version>> = {
  // Version 1 has no checksum over its version byte. A block of version 2 cannot be read as version 1, because its
  // checksum includes the byte.
  1: { read: readVersionOne, checksum: (body) => crc32(body) },
  2: { read: readVersionTwo, checksum: (body) => crc32(body, crc32(Uint8Array.of(2))) },
};

/**
 * Compresses readings. Columns without values are omitted.
 * @throws NotPackable if a number is not an integer or out of range.
 */
export function packBlock(readings: BlockReadings): Buffer {
  const body = writeVersionTwo(readings);
  const block = Buffer.allocUnsafe(HEAD + body.length);
  block[0] = NEWEST;
  block.writeUInt32BE(versions[NEWEST]!.checksum(body), 1);
  block.set(body, HEAD);
  return block;
}

/**
 * Unpacks a block, only the columns of `wanted` where they are named.
 * @throws BlockUnreadable for bytes that are torn, of a newer version, or were never a block.
 */
export function unpackBlock(block: Buffer, wanted?: ReadonlySet<string>): BlockReadings {
  if (block.length < HEAD) throw new BlockUnreadable('it is too short');
  const version = versions[block[0]!];
  if (!version) throw new BlockUnreadable(`it is of version ${block[0]}`);
  const body = block.subarray(HEAD);
  if (version.checksum(body) !== block.readUInt32BE(1)) throw new BlockUnreadable('its checksum is wrong');
  return version.read(body, wanted);
}
