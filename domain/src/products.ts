// Models by model number and model byte. Known microinverters are listed here; the operator's other models
// come from their product list.
import { firstVendor } from './deviceIdentity.ts';

/** One model. */
export interface Product {
  /** Who makes it; a device of another vendor is none of these. */
  readonly vendor: string;
  /** Number of the model in API answers. Only 11 = BDM-2250 is publicly known; the others are ours, an operator's from 1001. */
  readonly number: number;
  readonly name: string;
  /** Byte 40 of the device frame, or null where no frame of the model was ever published. */
  readonly modelByte: number | null;
  /** DC inputs, each for one module; 0 for what has none. */
  readonly inputs: number;
  /** Rated AC power in W. */
  readonly ratedW: number;
  /** Bytes of the frame that the model posts, or null where none was ever published. */
  readonly frameSize: 45 | 69 | null;
  /** Seconds between two readings in daylight; five minutes if unknown. */
  readonly reportEveryS: number;
}

/** Without a vendor it is one of the first vendor. */
const builtIn: readonly (Omit<Product, 'vendor'> & { readonly vendor?: string })[] = [
  { number: 1, name: 'BDM-300', modelByte: null, inputs: 1, ratedW: 300, frameSize: null, reportEveryS: 300 },
  { number: 2, name: 'BDM-400', modelByte: 0x84, inputs: 1, ratedW: 400, frameSize: 45, reportEveryS: 297 },
  { number: 3, name: 'BDM-500', modelByte: null, inputs: 2, ratedW: 500, frameSize: null, reportEveryS: 300 },
  { number: 4, name: 'BDM-600', modelByte: 0x8a, inputs: 2, ratedW: 600, frameSize: 45, reportEveryS: 297 },
  { number: 5, name: 'BDM-650', modelByte: null, inputs: 2, ratedW: 650, frameSize: null, reportEveryS: 300 },
  { number: 6, name: 'BDM-800', modelByte: 0x8c, inputs: 2, ratedW: 800, frameSize: 45, reportEveryS: 600 },
  {
    number: 7,
    name: 'BDM-1200-LV',
    modelByte: 0xeb,
    inputs: 3,
    ratedW: 1200,
    frameSize: 69,
    reportEveryS: 300,
  },
  {
    number: 8,
    name: 'BDM-1600',
    modelByte: null,
    inputs: 4,
    ratedW: 1600,
    frameSize: null,
    reportEveryS: 300,
  },
  {
    number: 9,
    name: 'BDM-2000',
    modelByte: null,
    inputs: 4,
    ratedW: 2000,
    frameSize: null,
    reportEveryS: 300,
  },
  {
    number: 11,
    name: 'BDM-2250',
    modelByte: 0xe6,
    inputs: 4,
    ratedW: 2250,
    frameSize: 69,
    reportEveryS: 300,
  },
];

/** The built-in models with the properties of their frames. */
export const products: readonly Product[] = builtIn.map((p) => ({ vendor: firstVendor, ...p }));

let learned: ReadonlyMap<number, Product> = new Map();

/** Replaces the operator's models. No number is one of `products`. */
export function learnProducts(own: readonly Product[]): void {
  learned = new Map(own.map((p) => [p.number, p]));
}

/** All models that are known by now, the operator's last. */
export const knownProducts = (): Product[] => [...products, ...learned.values()];

const byByte = new Map(products.flatMap((p) => (p.modelByte === null ? [] : [[p.modelByte, p] as const])));
const byNumber = new Map(products.map((p) => [p.number, p]));
const byName = new Map(products.map((p) => [p.name, p]));

/** The model that puts this byte into its frames; undefined for bytes never seen. */
export const productByModelByte = (modelByte: number): Product | undefined => byByte.get(modelByte);

/** The model behind a number of an API answer. */
export const productByNumber = (number: number): Product | undefined =>
  byNumber.get(number) ?? learned.get(number);

/** The model of this exact name, such as `BDM-2250`. */
export const productByName = (name: string): Product | undefined => byName.get(name);

/** Model of a device if known: the entered one, else that of its frames. */
export function productOf(device: {
  productNumber: number | null;
  modelByte: number | null;
}): Product | undefined {
  if (device.productNumber !== null) return productByNumber(device.productNumber);
  return device.modelByte === null ? undefined : productByModelByte(device.modelByte);
}
