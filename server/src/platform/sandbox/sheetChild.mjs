// Reads one uploaded spreadsheet or CSV file. Plain JavaScript, because the child starts without the loader of the main
// process.
import { crc32, inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
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

/** Dates of cells are shown times without a zone; their seconds are rounded, because a sheet stores parts of days. */
const dateText = (date) => new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19);

function cellText(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value);
  return String(value).slice(0, CELL_CHARACTERS);
}

/** The text of a file in UTF-8, UTF-16 or, where it is no UTF-8, Windows-1252. */
function textOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const zeros = bytes.subarray(0, 400).filter((byte, i) => byte === 0 && i % 2 === 1).length;
  if (zeros > 50) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [';', '\t', ',', '|'];

/** The delimiter that splits most of the first lines into the same number of cells. */
function delimiterOf(text) {
  const lines = text
    .slice(0, 65_536)
    .split(/\r\n|\r|\n/)
    .slice(0, 60)
    .map((line) => line.replace(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '');
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = new Map();
    for (const line of lines) {
      const cells = line.split(delimiter).length;
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    const score = Math.max(0, ...counts.values());
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function readText(bytes, { mostRows, mostColumns, mostCells }) {
  const text = textOf(bytes);
  if (text.includes('\u0000')) throw new Error('no text');
  const delimiter = delimiterOf(text);
  let cells = 0;
  let isWhole = true;
  const rows = parse(text, {
    bom: true,
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 65_536,
    to: mostRows + 1,
    on_record(record) {
      if (cells > mostCells) return null;
      const row = record.slice(0, mostColumns).map(cellText);
      cells += row.length;
      return row;
    },
  });
  if (rows.length > mostRows || cells > mostCells) isWhole = false;
  return { isWhole, rows: rows.slice(0, mostRows), delimiter };
}

async function readWorkbook(bytes, { mostBytes, mostRows, mostColumns, mostCells }) {
  const archive = archiveOf(listedParts(bytes, mostBytes));
  const found = await readSheet(new Blob([archive]));
  const rows = found.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(cellText));
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return { isWhole: found.length <= mostRows && cells <= mostCells, rows, delimiter: '' };
}

process.on(
  'message',
  async ({ data, isText = false, mostColumns = COLUMNS, mostCells = Infinity, ...rest }) => {
    try {
      const bounds = { ...rest, mostColumns, mostCells };
      const bytes = Buffer.from(data);
      process.send({ value: isText ? readText(bytes, bounds) : await readWorkbook(bytes, bounds) });
    } catch (error) {
      process.send({ error: String(error) });
    }
  },
);
