// How the modules of the layout are drawn at present, from their rows. Pure functions.
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { numberFormat } from '../../../formats.ts';
import type { Face } from '../layout/canvas/paint.ts';
import type { Palette } from '../layout/canvas/palette.ts';
import { nameOf, type Place } from '../layout/model/places.ts';
import { stepOfRatio } from '../layout/playback/frames.ts';
import type { ModuleRow } from './moduleRows.ts';

export const percent = (share: number) =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);

/** The row of a place; modules of a device that reports a single value for all inputs share one. */
export function rowFinder(
  rows: readonly ModuleRow[],
): (place: Pick<Place, 'input'>) => ModuleRow | undefined {
  const byName = new Map(rows.map((row) => [row.plcSN, row]));
  const shared = new Map(rows.filter((row) => row.isUndivided).map((row) => [row.sn, row]));
  return (place) => byName.get(nameOf(place)) ?? shared.get(place.input?.sn ?? '');
}

type Colors = Pick<Palette, 'surface' | 'ink' | 'alert' | 'scale' | 'scaleInk'>;

/** Whether there is a current power or an energy of the day. */
const hasReading = ({ nowW, todayKwh }: ModuleRow): boolean => nowW !== null || todayKwh > 0;

/** A place without a value: hatched, unless its module has readings that this coloring does not cover. */
const uncoloredFace = (
  row: ModuleRow | undefined,
  place: Pick<Place, 'input'>,
  palette: Pick<Palette, 'surface'>,
): Face =>
  row && hasReading(row) ? { fill: palette.surface } : { fill: null, isDashed: place.input === null };

/** A module compared with the median of its array: its power, at night its energy of the day, and the ratio. */
export function medianFace(row: ModuleRow | undefined, place: Pick<Place, 'input'>, palette: Colors): Face {
  // A value of several modules does not describe a single one.
  if (!row || row.isUndivided || !hasReading(row)) return uncoloredFace(row, place, palette);
  const isEnergy = row.nowW === null || (row.reporting === 'asleep' && row.todayKwh > 0);
  const words = {
    text: isEnergy ? energyFigure(row.todayKwh).text : powerFigure(row.nowW).text,
    ...(row.ratio === null ? {} : { small: percent(row.ratio) }),
  };
  if (row.isDead) return { fill: palette.surface, ink: palette.alert, isDead: true, ...words };
  if (row.ratio === null) return { fill: palette.surface, ink: palette.ink, ...words };
  return { ...colored(row.ratio, palette), ...words };
}

/** A module compared with its expected energy; modules that share the values of their device have its ratio only. */
export function expectedFace(
  row: ModuleRow | undefined,
  place: Pick<Place, 'input'>,
  one: { producedKwh: number | null; ratio: number | null } | undefined,
  palette: Colors,
): Face {
  if (!one || one.ratio === null) return uncoloredFace(row, place, palette);
  const words = {
    text: percent(one.ratio),
    ...(row?.isUndivided ? {} : { small: energyFigure(one.producedKwh).text }),
  };
  if (row?.isDead) return { fill: palette.surface, ink: palette.alert, isDead: true, ...words };
  return { ...colored(one.ratio, palette), ...words };
}

function colored(ratio: number, palette: Colors): Pick<Face, 'ink'> & { fill: string } {
  const step = stepOfRatio(ratio);
  return { fill: palette.scale[step] ?? palette.surface, ink: palette.scaleInk[step] ?? palette.ink };
}
