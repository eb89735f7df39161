import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPicture, readWrittenPicture } from './pictures.ts';

const square = { width: 256, height: 256, fit: 'cover' } as const;
let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  const blank = { create: { width: 600, height: 400, channels: 3 as const, background: 'orange' } };
  png = await sharp(blank).png().toBuffer();
  jpeg = await sharp(blank)
    .withExif({ IFD0: { Copyright: 'Jane Doe' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .jpeg()
    .toBuffer();
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A tiny file that claims to be a picture of any size, black and white. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(Math.min(50_000_000, (Math.ceil(width / 8) + 1) * height)));
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([png.subarray(0, 8), ...parts]);
}

describe('readPicture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('cuts a %s to size as WebP', async (format) => {
    const upload = await sharp(png).toFormat(format).toBuffer();
    const { data, mime } = await readPicture(upload, square);
    expect(mime).toBe('image/webp');
    expect(await sharp(data).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  it('keeps a whole logo inside its frame and never blows it up', async () => {
    const frame = { width: 480, height: 120, fit: 'inside' } as const;
    const { data } = await readPicture(png, frame);
    expect(await sharp(data).metadata()).toMatchObject({ width: 180, height: 120 });
    const small = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const kept = await sharp((await readPicture(small, frame)).data).metadata();
    expect(kept).toMatchObject({ width: 20, height: 10, hasAlpha: true });
  });

  it('leaves nothing of the metadata: no name, no place', async () => {
    expect(jpeg.includes('Jane Doe')).toBe(true);
    const { data } = await readPicture(jpeg, square);
    expect(data.includes('Jane Doe')).toBe(false);
    const { exif, xmp, icc } = await sharp(data).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
  });

  it('turns a picture upright by its metadata before it forgets them', async () => {
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { data } = await readPicture(lying, { width: 100, height: 100, fit: 'inside' });
    expect(await sharp(data).metadata()).toMatchObject({ width: 50, height: 100 });
  });

  it('lets nothing through that hides behind a picture', async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script><?php system("id"); ?>')]);
    const { data } = await readPicture(polyglot, square);
    expect(data.includes('script')).toBe(false);
    expect(data.includes('<?php')).toBe(false);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('hello')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['TIFF', () => Buffer.from('49492a0008000000', 'hex')],
    ['HTML with the first bytes of a PNG', () => Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')])],
    ['the first bytes of a JPEG', () => Buffer.from('ffd8ffe0', 'hex')],
    ['half a JPEG', () => jpeg.subarray(0, jpeg.length >> 1)],
    ['half a PNG', () => png.subarray(0, png.length >> 1)],
    ['an empty WebP', () => Buffer.from('524946460400000057454250', 'hex')],
  ])('refuses %s', async (_, make) => {
    await expect(readPicture(make(), square)).rejects.toThrow('picture.invalid');
  });

  it('refuses bombs by what they claim, without unpacking them', async () => {
    const before = process.memoryUsage().rss;
    await expect(readPicture(bomb(60_000, 60_000), square)).rejects.toThrow('picture.tooLarge');
    await expect(readPicture(bomb(16_001, 10), square)).rejects.toThrow('picture.tooLarge');
    await expect(readPicture(bomb(10, 16_001), square)).rejects.toThrow('picture.tooLarge');
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});

describe('readWrittenPicture', () => {
  const frame = { width: 400, height: 400, fit: 'inside' } as const;
  const written = async (upload: Buffer) => (await readPicture(upload, frame)).data;

  it('keeps the bytes of what readPicture wrote, with and without transparency', async () => {
    const clear = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#08f8' } })
      .png()
      .toBuffer();
    for (const upload of [png, jpeg, clear]) {
      const data = await written(upload);
      expect((await readWrittenPicture(data, frame)).data.equals(data)).toBe(true);
    }
  });

  it('encodes every other image again', async () => {
    const small = await sharp(png).resize(300).png().toBuffer();
    const plain = await written(small);
    const longer = Buffer.concat([plain, Buffer.from('<script>')]);
    longer.writeUInt32LE(longer.length - 8, 4);
    const withExif = await sharp(jpeg).resize(300).keepMetadata().webp().toBuffer();
    const larger = await sharp(png).resize(500).webp().toBuffer();
    for (const upload of [small, withExif, larger, Buffer.concat([plain, Buffer.from('<script>')]), longer]) {
      const { data } = await readWrittenPicture(upload, frame).catch(() => ({ data: Buffer.alloc(0) }));
      expect(data.equals(upload)).toBe(false);
      expect(data.includes('Jane Doe') || data.includes('<script>')).toBe(false);
    }
    await expect(readWrittenPicture(plain.subarray(0, -40), frame)).rejects.toThrow('picture.invalid');
  });
});
