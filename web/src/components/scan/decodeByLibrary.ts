// Reads codes in browsers without a native detector. Loaded on first use.
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';

const reader = new MultiFormatReader();
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [
      DecodeHintType.POSSIBLE_FORMATS,
      [BarcodeFormat.QR_CODE, BarcodeFormat.CODE_128, BarcodeFormat.CODE_39, BarcodeFormat.DATA_MATRIX],
    ],
    [DecodeHintType.TRY_HARDER, true],
  ]),
);

/** The text of one code in the image, as a list; empty if none was found. */
export function decodeByLibrary(picture: HTMLCanvasElement): string[] {
  const { width, height } = picture;
  const pixels = picture
    .getContext('2d', { willReadFrequently: true })
    ?.getImageData(0, 0, width, height).data;
  if (pixels === undefined || width === 0 || height === 0) return [];
  const gray = new Uint8ClampedArray(width * height);
  // Luma weights, as for grayscale television.
  for (let i = 0, at = 0; i < gray.length; i++, at += 4)
    gray[i] = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(gray, width, height)));
    return [reader.decodeWithState(bitmap).getText()];
  } catch (error) {
    // A torn or smeared code raises other errors than a missing one; neither needs handling.
    if (!(error instanceof NotFoundException)) reader.reset();
    return [];
  }
}
