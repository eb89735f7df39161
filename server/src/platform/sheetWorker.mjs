// Reads one uploaded sheet in a thread of its own: whatever a file does to its reader, the house goes on. Plain
// JavaScript, because a thread starts without the loader of the main one.
import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * Throws unless this is an archive of few parts that unpack to at most `most` bytes, by what it says and by what it
 * does: each part is unpacked once, and stopped where it grows beyond.
 */
function demandSmall(bytes, most) {
  const from = Math.max(0, bytes.length - 65_557);
  let end = bytes.length - 22;
  while (end >= from && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < from) throw new Error('no archive');
  const count = bytes.readUInt16LE(end + 10);
  if (count > 500) throw new Error('too many parts');
  let at = bytes.readUInt32LE(end + 16);
  let left = most;
  for (let i = 0; i < count; i += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('a broken list of parts');
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const declared = bytes.readUInt32LE(at + 24);
    const local = bytes.readUInt32LE(at + 42);
    if (declared > left || bytes.readUInt32LE(local) !== LOCAL) throw new Error('too large a part');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const part = bytes.subarray(start, start + packed);
    const real = method === 0 ? part.length : inflateRawSync(part, { maxOutputLength: left }).length;
    if (real > declared) throw new Error('a part larger than it says');
    left -= real;
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

try {
  const { data, mostBytes, mostRows } = workerData;
  const bytes = Buffer.from(data);
  demandSmall(bytes, mostBytes);
  const rows = await readSheet(bytes);
  const cell = (value) => (value === null || value === undefined ? '' : String(value).slice(0, 200));
  parentPort.postMessage({
    isWhole: rows.length <= mostRows,
    rows: rows.slice(0, mostRows).map((row) => row.slice(0, 20).map(cell)),
  });
} catch (error) {
  parentPort.postMessage({ error: String(error) });
}
