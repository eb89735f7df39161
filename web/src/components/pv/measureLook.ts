// How a measure looks on a chart: its words and its colour. By key; names are for clients that know no keys.
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
 * The look of a series. Of inputs and phases the words end in their number. A series of a measure that this page has
 * never heard of keeps the name it came with and a colour that means nothing: never that of the production.
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
