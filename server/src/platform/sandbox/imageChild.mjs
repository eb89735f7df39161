// Decodes one uploaded image and writes it anew as WebP. Plain JavaScript, because the child starts without the loader of
// the main process.
import sharp from 'sharp';

/** Only these decoders of the library may run; the others read far more than images. */
const DECODERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
sharp.cache(false);
sharp.concurrency(1);

/** Bytes of the pixels in memory, by the header alone. */
const decodedBytes = ({ width, height, channels, depth }) =>
  width * height * (channels ?? 4) * (depth === 'ushort' || depth === 'short' ? 2 : 1);

/** True where the decoder holds all pixels at once: interlaced PNG, progressive JPEG, every WebP. */
const isDecodedWhole = ({ isProgressive, format }) => isProgressive === true || format === 'webp';

async function decode({ data, size, mostPixels, mostSide, mostWholeBytes }) {
  const open = () => sharp(data, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true });
  let header;
  try {
    header = await open().metadata();
  } catch (error) {
    return { failure: /pixel limit/i.test(error.message) ? 'tooLarge' : 'invalid' };
  }
  const { width, height } = header;
  const isTooLarge =
    width > mostSide ||
    height > mostSide ||
    width * height > mostPixels ||
    (isDecodedWhole(header) && decodedBytes(header) > mostWholeBytes);
  if (isTooLarge) return { failure: 'tooLarge' };
  try {
    const { data: image, info } = await open()
      .autoOrient()
      .resize({ ...size, withoutEnlargement: size.fit === 'inside' })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const isResized = info.width !== width || info.height !== height;
    return { image, width: info.width, height: info.height, isResized };
  } catch {
    return { failure: 'invalid' };
  }
}

process.on('message', async (job) => {
  try {
    process.send({ value: await decode(job) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
