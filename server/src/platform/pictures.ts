// Uploaded pictures: really decoded, cut to size and written anew as WebP, so that nothing of the upload survives but
// its pixels: no metadata, no second format hidden behind the first.
import { fail } from './failure.ts';

/** Pixels of the largest picture that is decoded: a phone's camera, not a bomb. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 16_000;
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

const signatures = [
  (data: Uint8Array) => startsWith(data, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (data: Uint8Array) => startsWith(data, 0, [0xff, 0xd8, 0xff]),
  (data: Uint8Array) =>
    startsWith(data, 0, [0x52, 0x49, 0x46, 0x46]) && startsWith(data, 8, [0x57, 0x45, 0x42, 0x50]),
];

const startsWith = (data: Uint8Array, at: number, bytes: readonly number[]) =>
  bytes.every((byte, i) => data[at + i] === byte);

/** Only these decoders of the library may ever run; the others read far more than pictures. */
const decoders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

async function loadLibrary() {
  // Loaded at the first picture: a platform without it can do everything else.
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let library: ReturnType<typeof loadLibrary> | undefined;

/**
 * The upload as a WebP picture of `size`. Fails with `picture.invalid` for anything but a whole PNG, JPEG or WebP
 * picture, with `picture.tooLarge` for one of more than 50 million pixels or 16,000 on a side.
 */
export async function readPicture(upload: Uint8Array, size: PictureSize): Promise<Picture> {
  if (!signatures.some((isOf) => isOf(upload))) fail('picture.invalid');
  library ??= loadLibrary();
  const sharp = await library;
  const open = () => sharp(upload, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });

  const about = await open()
    .metadata()
    .catch((error: Error) =>
      fail(/pixel limit/i.test(error.message) ? 'picture.tooLarge' : 'picture.invalid'),
    );
  const isTooLarge =
    about.width > MAX_SIDE || about.height > MAX_SIDE || about.width * about.height > MAX_PIXELS;
  if (isTooLarge) fail('picture.tooLarge');
  try {
    const { data, info } = await open()
      .autoOrient()
      .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
      .timeout({ seconds: SECONDS })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { data, mime: 'image/webp', width: info.width, height: info.height };
  } catch {
    return fail('picture.invalid');
  }
}

/** A picture of ours as PNG, for what cannot show WebP. */
export async function pngOf(data: Uint8Array): Promise<Buffer> {
  library ??= loadLibrary();
  const sharp = await library;
  return await sharp(data, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: SECONDS }).png().toBuffer();
}

/** A picture of ours as JPEG within a square of so many pixels, for paper: small, and without what is see-through. */
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
