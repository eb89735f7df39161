// Type of a large file, from its first and last bytes. Its name and declared type are not trusted; nothing is unpacked
// or rendered.

/** The ends of a file. */
export interface FileEnds {
  /** The first bytes, 16 at least where it has them. */
  head: Uint8Array;
  /** The last `TAIL_BYTES`, or all of a shorter one. */
  tail: Uint8Array;
  bytes: number;
}

/** The end-of-central-directory record of a ZIP is within this many last bytes: 22 plus the longest comment. */
export const TAIL_BYTES = 65_557;

const latin = (data: Uint8Array, from = 0, to = data.length) =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1', Math.max(0, from), to);

/** PDF: its mark at the start and at the end; writers add some empty lines after it. */
const isPdf = ({ head, tail }: FileEnds) =>
  /^%PDF-[12]\.\d/.test(latin(head, 0, 16)) && latin(tail, tail.length - 2048).includes('%%EOF');

const isPng = ({ head, tail }: FileEnds) =>
  latin(head, 0, 8) === '\x89PNG\r\n\x1a\n' && latin(tail, tail.length - 8, tail.length - 4) === 'IEND';

const isJpeg = ({ head, tail }: FileEnds) =>
  latin(head, 0, 3) === '\xff\xd8\xff' && latin(tail, tail.length - 2) === '\xff\xd9';

const isWebp = ({ head, bytes }: FileEnds) =>
  latin(head, 0, 4) === 'RIFF' &&
  latin(head, 8, 12) === 'WEBP' &&
  Buffer.from(head).readUInt32LE(4) + 8 === bytes;

/** ZIP: the end-of-central-directory record has the offset of the file list, which must be within the file. */
function isZip({ head, tail, bytes }: FileEnds): boolean {
  if (latin(head, 0, 4) !== 'PK\x03\x04') return false;
  const at = latin(tail).lastIndexOf('PK\x05\x06');
  if (at < 0 || at + 22 > tail.length) return false;
  const end = Buffer.from(tail).subarray(at);
  const isToTheEnd = at + 22 + end.readUInt16LE(20) === tail.length;
  const listEndsAt = end.readUInt32LE(12) + end.readUInt32LE(16);
  return isToTheEnd && listEndsAt === bytes - tail.length + at;
}

const kinds: readonly (readonly [string, (ends: FileEnds) => boolean])[] = [
  ['application/pdf', isPdf],
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/webp', isWebp],
  ['application/zip', isZip],
];

/** Type of a complete PDF, image or ZIP; undefined for other files and truncated ones. */
export const kindOfFile = (ends: FileEnds): string | undefined => kinds.find(([, isOf]) => isOf(ends))?.[0];

/**
 * Type of a firmware file. Manufacturers use their own formats, so any bytes are accepted except documents, images, web
 * pages and Windows programs, which are uploaded by mistake.
 */
export function firmwareKindOf(ends: FileEnds): string | undefined {
  const isOther = /^(%PDF|\x89PNG|\xff\xd8\xff|RIFF|MZ|\s*<)/.test(latin(ends.head, 0, 16));
  return isOther ? undefined : 'application/octet-stream';
}

/**
 * A name that is safe to show and to save: no path, no control or direction signs, no spaces or dots at its ends, at
 * most 120 characters, whose ending stays.
 */
export function safeFileName(name: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const signs = Array.from(bare);
  if (signs.length <= 120) return bare || 'file';
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(bare)?.[0] ?? '';
  return signs.slice(0, 120 - ending.length).join('') + ending;
}
