// An image that is small as a file and huge in memory.
import { crc32, createDeflate } from 'node:zlib';

const SIDE = 7_000;
/** Red, green, blue and opacity of 16 bits each. */
const PIXEL_BYTES = 8;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Starts and steps of the seven passes of Adam7; PNG specification, section 8.2. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A whole interlaced PNG of 7000 x 7000 pixels of 16 bits: about 400 kB, 392 MB decoded. */
export async function hugeImage(): Promise<Buffer> {
  const deflate = createDeflate({ level: 6 });
  const compressed: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => compressed.push(piece));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  for (const [startX, startY, stepX, stepY] of PASSES) {
    const row = Buffer.alloc(1 + Math.ceil((SIDE - startX) / stepX) * PIXEL_BYTES);
    for (let y = startY; y < SIDE; y += stepY) {
      if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
  }
  deflate.end();
  await ended;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([16, 6, 0, 0, 1], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(compressed)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
