// Codes in pictures: by the browser itself where it can, else by a library that is fetched when it is needed first.

/** Gives the texts of the codes in a picture; none: there is none, or it cannot be read. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string[]>;

/**
 * Barcode formats of device labels; not those of retail products, whose digits could pass for serial numbers.
 */
const formats = ['qr_code', 'code_128', 'code_39', 'data_matrix'];

/** As browsers have it; TypeScript does not know it. */
interface Detector {
  detect(source: HTMLCanvasElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The decoder of this browser. */
export async function openDecoder(): Promise<Decode> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some browsers have the class and nothing behind it.
  const supported = own ? await own.getSupportedFormats().catch(() => []) : [];
  const wanted = formats.filter((format) => supported.includes(format));
  if (own && wanted.includes('qr_code') && wanted.includes('code_128')) {
    const detector = new own({ formats: wanted });
    return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
  }
  const { decodeByLibrary } = await import('./decodeByLibrary.ts');
  return async (picture) => decodeByLibrary(picture);
}
