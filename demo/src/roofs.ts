// Lays the demo plants' modules on their roofs and wires them to inverters, so that the plants read as a list.

import { productByName } from '@helioport/domain/products';
import type { DemoInverter, DemoModule, ModuleFlaw } from './world.ts';

/**
 * A rectangle of modules in portrait orientation on one array; x and y in meters are its upper left corner on the
 * layout.
 */
export interface Field {
  readonly array: string;
  readonly modules: number;
  readonly columns: number;
  readonly x: number;
  readonly y: number;
}

export interface Wiring {
  readonly product: string;
  /** The following inverters count upwards from here. */
  readonly firstSerial: string;
  readonly ratedW: number;
  readonly fields: readonly Field[];
  /** First part of every alias, such as `Barn`. */
  readonly alias: string;
  /** Flaws by `<serial>_<addr>`. */
  readonly flaws?: Readonly<Record<string, ModuleFlaw>>;
  /** Serial numbers of replaced inverters by those of their replacements. */
  readonly replaces?: Readonly<Record<string, string>>;
}

const MODULE_WIDTH_M = 1.14;
const MODULE_HEIGHT_M = 1.74;

const places = (fields: readonly Field[]) =>
  fields.flatMap((field) =>
    Array.from({ length: field.modules }, (_, i) => ({
      array: field.array,
      x: centimetres(field.x + ((i % field.columns) + 0.5) * MODULE_WIDTH_M),
      y: centimetres(field.y + (Math.floor(i / field.columns) + 0.5) * MODULE_HEIGHT_M),
    })),
  );

const centimetres = (metres: number) => Math.round(metres * 100) / 100;

/** The serial number `steps` after this one: 8 hex digits, upper case. */
export const serialAfter = (serial: string, steps: number): string =>
  (Number.parseInt(serial, 16) + steps).toString(16).toUpperCase().padStart(8, '0');

/** Gives every place of the fields to the next free input, so that neighbours share an inverter. */
export function wire(wiring: Wiring): DemoInverter[] {
  const product = productByName(wiring.product);
  if (!product) throw new Error(`unknown product ${wiring.product}`);
  const free = places(wiring.fields);
  const count = Math.ceil(free.length / product.inputs);
  return Array.from({ length: count }, (_, i): DemoInverter => {
    const serial = serialAfter(wiring.firstSerial, i);
    const modules = free
      .slice(i * product.inputs, (i + 1) * product.inputs)
      .map((place, input): DemoModule => {
        const addr = input + 1;
        const flaw = wiring.flaws?.[`${serial}_${addr}`];
        return { addr, ratedW: wiring.ratedW, ...place, ...(flaw ? { flaw } : {}) };
      });
    const replaces = wiring.replaces?.[serial];
    return {
      serial,
      productNumber: product.number,
      alias: count === 1 ? wiring.alias : `${wiring.alias} ${i + 1}`,
      modules,
      ...(replaces === undefined ? {} : { replaces }),
    };
  });
}
