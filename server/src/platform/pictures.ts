// Uploaded images: decoded in a child process, cut to size and encoded again as WebP, so that only the pixels of an
// upload survive: no metadata, no second format hidden behind the first.
import { fail } from './failure.ts';
import { type ChildBounds, runInChild } from './sandbox/childJob.ts';

const SCRIPT = new URL('./sandbox/imageChild.mjs', import.meta.url);
/** Pixels of the largest image that is decoded: beyond the cameras of phones. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 16_000;
/** Bytes of the pixels of an image that can only be decoded as a whole. */
const MAX_WHOLE_BYTES = 160 * 1_048_576;
const BOUNDS: ChildBounds = { heapMb: 128, memoryMb: 512, cpuMs: 12_000 };
/** Time to encode an image of our own, s. */
const SECONDS = 10;

export interface PictureSize {
  width: number;
  height: number;
  /** cover: fills the size, what sticks out is cut off. inside: keeps everything, and is never made larger. */
  fit: 'cover' | 'inside';
}

export interface Picture {
  data: Buffer;
  mime: 'image/webp';
  /** Pixels. */
  width: number;
  height: number;
}

type Decoded =
  | { failure: 'tooLarge' | 'invalid' }
  | { image: Uint8Array; width: number; height: number; isResized: boolean };

const signatures = [
  (data: Uint8Array) => startsWith(data, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (data: Uint8Array) => startsWith(data, 0, [0xff, 0xd8, 0xff]),
  (data: Uint8Array) =>
    startsWith(data, 0, [0x52, 0x49, 0x46, 0x46]) && startsWith(data, 8, [0x57, 0x45, 0x42, 0x50]),
];

const startsWith = (data: Uint8Array, at: number, bytes: readonly number[]) =>
  bytes.every((byte, i) => data[at + i] === byte);

/**
 * The upload as a WebP image of `size`. Fails with `picture.invalid` for anything but a whole PNG, JPEG or WebP image,
 * with `picture.tooLarge` for more than 50 million pixels, 16,000 on a side, or more memory than a decoder gets, with
 * `server.busy` if the machine has no time for it. Takes up to 12 s of another process: call it where no transaction is
 * open, see `withUpload`.
 */
export async function readPicture(upload: Uint8Array, size: PictureSize): Promise<Picture> {
  const { image, width, height } = await decodedOf(upload, size);
  return { data: Buffer.from(image), mime: 'image/webp', width, height };
}

/** A photo of a plant or a problem, large enough for a screen. */
const PHOTO = { width: 1600, height: 1200, fit: 'inside' } as const;

/** Reads an uploaded photo. */
export async function readPhoto(file: { data: Uint8Array } | null | undefined): Promise<Picture> {
  return await readPicture((file ?? fail('request.invalid', { field: 'file' })).data, PHOTO);
}

/**
 * As `readPicture`, but keeps the bytes of an image that has the form in which `readPicture` writes one and the size
 * already, so that moving an image between servers does not change it.
 */
export async function readWrittenPicture(upload: Uint8Array, size: PictureSize): Promise<Picture> {
  const { image, width, height, isResized } = await decodedOf(upload, size);
  const data = !isResized && isPlainWebp(upload) ? upload : image;
  return { data: Buffer.from(data), mime: 'image/webp', width, height };
}

const plainChunks = new Set(['VP8 ', 'VP8L', 'VP8X,ALPH,VP8 ', 'VP8X,VP8L']);
/** Flag of an extended WebP: it has transparency. */
const ALPHA = 0x10;

/** Whether a WebP consists of one image only: no metadata, no animation, nothing before or after it. */
function isPlainWebp(data: Uint8Array): boolean {
  if (!signatures[2]!(data)) return false;
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (view.readUInt32LE(4) + 8 !== view.length) return false;
  const names: string[] = [];
  let at = 12;
  while (at + 8 <= view.length && names.length < 4) {
    const name = view.toString('latin1', at, at + 4);
    const bytes = view.readUInt32LE(at + 4);
    if (name === 'VP8X' && (bytes !== 10 || ((view[at + 8] ?? 0) & ~ALPHA) !== 0)) return false;
    names.push(name);
    at += 8 + bytes + (bytes % 2);
  }
  return at === view.length && plainChunks.has(names.join());
}

async function decodedOf(
  upload: Uint8Array,
  size: PictureSize,
): Promise<Exclude<Decoded, { failure: string }>> {
  if (!signatures.some((isOf) => isOf(upload))) fail('picture.invalid');
  const job = {
    data: upload,
    size,
    mostPixels: MAX_PIXELS,
    mostSide: MAX_SIDE,
    mostWholeBytes: MAX_WHOLE_BYTES,
  };
  const read = await runInChild<Decoded>(SCRIPT, job, BOUNDS);
  if (!read.ok) {
    if (read.failure === 'busy') return fail('server.busy');
    return fail(read.failure === 'memory' ? 'picture.tooLarge' : 'picture.invalid');
  }
  const decoded = read.value;
  if ('failure' in decoded) {
    return fail(decoded.failure === 'tooLarge' ? 'picture.tooLarge' : 'picture.invalid');
  }
  return decoded;
}

async function loadLibrary() {
  // Loaded at the first image: a platform without it can do everything else.
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadWebp'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let library: ReturnType<typeof loadLibrary> | undefined;

/** A WebP that `readPicture` wrote, as PNG for what cannot show WebP. */
export async function pngOf(data: Uint8Array): Promise<Buffer> {
  library ??= loadLibrary();
  const sharp = await library;
  return await sharp(data, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: SECONDS }).png().toBuffer();
}

/** A WebP that `readPicture` wrote, as JPEG within a square of `sidePx` for print, without transparency. */
export async function jpegOf(data: Uint8Array, sidePx: number): Promise<Buffer> {
  library ??= loadLibrary();
  const sharp = await library;
  return await sharp(data, { limitInputPixels: MAX_PIXELS })
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: SECONDS })
    .jpeg({ quality: 80 })
    .toBuffer();
}
