// Reads codes from images: natively if the browser can, otherwise with a library loaded on demand.

/** Returns the texts of the codes in an image; empty if there is none or it is unreadable. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string[]>;

/** Barcode formats of device labels; not those of retail products, whose digits could pass for serial numbers. */
const formats = ['qr_code', 'code_128', 'code_39', 'data_matrix'];

/** The native BarcodeDetector, which has no TypeScript types. */
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
  // Some browsers have the class without an implementation.
  const supported = own ? await own.getSupportedFormats().catch(() => []) : [];
  const wanted = formats.filter((format) => supported.includes(format));
  if (own && wanted.includes('qr_code') && wanted.includes('code_128')) {
    const detector = new own({ formats: wanted });
    return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
  }
  const { decodeByLibrary } = await import('./decodeByLibrary.ts');
  return async (picture) => decodeByLibrary(picture);
}
