// Name and color of a measurement in charts. By key; names are for clients without keys.
import { measureOf, shownAs } from '@helioport/domain/measures';
import { t, type WordKey } from '../../i18n.ts';
import type { ColorToken } from '../../theme.ts';

export interface Look {
  name: string;
  color: ColorToken;
  /** Places in its unit. */
  decimals: number;
}

interface Keyed {
  key?: string | undefined;
  addr?: number | undefined;
  name: string;
}

/**
 * The style of a series. Names of inputs and phases end in their number. A series of an unknown measurement keeps its
 * own name and gets a neutral color, never that of production.
 */
export function lookOf({ key, addr, name }: Keyed): Look {
  const measure = measureOf(key ?? '');
  if (!measure) return { name, color: 'muted', decimals: 1 };
  const words = t(measure.word as WordKey);
  return {
    name: addr === undefined ? words : `${words} ${addr}`,
    color: measure.colour,
    decimals: shownAs(measure).decimals,
  };
}
