// Reads one uploaded spreadsheet. Plain JavaScript, because the child starts without the loader of the main process.
import { crc32, inflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/universal';

const END_RECORD = 0x06054b50;
const CENTRAL_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_RECORD_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 500;
const UTF8_NAMES = 0x0800;
const CELL_CHARACTERS = 200;
const COLUMNS = 20;

/**
 * The XML parts that the central directory lists, each inflated within `mostBytes` in total. Local headers that the
 * directory does not list are never read. Throws for a directory that is broken or lists too much.
 */
function listedParts(bytes, mostBytes) {
  const from = Math.max(0, bytes.length - END_RECORD_BYTES - LONGEST_COMMENT);
  let end = bytes.length - END_RECORD_BYTES;
  while (end >= from && bytes.readUInt32LE(end) !== END_RECORD) end -= 1;
  if (end < from) throw new Error('no archive');
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new Error('too many entries');
  const parts = [];
  let at = bytes.readUInt32LE(end + 16);
  let left = mostBytes;
  for (let i = 0; i < count; i += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error('broken central directory');
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const packedBytes = bytes.readUInt32LE(at + 20);
    const declaredBytes = bytes.readUInt32LE(at + 24);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString(flags & UTF8_NAMES ? 'utf8' : 'latin1', at + 46, at + 46 + nameBytes);
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (!/\.xml(\.rels)?$/.test(name)) continue;
    if (declaredBytes > left || bytes.readUInt32LE(local) !== LOCAL_ENTRY) throw new Error('entry too large');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + packedBytes);
    if (method !== 0 && method !== 8) throw new Error('unknown compression');
    const data = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
    if (data.length !== declaredBytes) throw new Error('entry of another size than declared');
    left -= data.length;
    parts.push({ name, data });
  }
  return parts;
}

/** An archive of these parts and nothing else, uncompressed. Layout: PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16. */
function archiveOf(parts) {
  const locals = [];
  const entries = [];
  let offset = 0;
  for (const { name, data } of parts) {
    const nameBytes = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8_NAMES, 2);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([u32(LOCAL_ENTRY), fields, nameBytes, data]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([u32(CENTRAL_ENTRY), Buffer.from([20, 0]), fields, position, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, u32(END_RECORD), end]);
}

function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

const cellText = (value) =>
  value === null || value === undefined ? '' : String(value).slice(0, CELL_CHARACTERS);

process.on('message', async ({ data, mostBytes, mostRows }) => {
  try {
    const archive = archiveOf(listedParts(Buffer.from(data), mostBytes));
    const rows = await readSheet(new Blob([archive]));
    process.send({
      value: {
        isWhole: rows.length <= mostRows,
        rows: rows.slice(0, mostRows).map((row) => row.slice(0, COLUMNS).map(cellText)),
      },
    });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
