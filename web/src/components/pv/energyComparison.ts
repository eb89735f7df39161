// What is compared with the bars of a plant: another period, a clear sky, and its devices or arrays.
import { t } from '../../i18n.ts';
import type { ChartSeries } from '../chart/Chart.tsx';
import { type Answer, type Bar, sum } from './energyBars.ts';

/** One device or one array of the plant. */
export interface PartOfPlant {
  key: string;
  name: string;
  kwh: readonly (number | null)[];
  /** Clear-sky energy of its modules; undefined if not requested. */
  skyKwh?: readonly (number | null)[] | undefined;
}

export interface Compared {
  name: string;
  kwh: readonly (number | null)[];
  isSky: boolean;
  /** The bars of the other period; absent for clear-sky energy. */
  bars?: readonly (Bar | undefined)[];
}

/** Production as a share of clear-sky energy in percent, for table, files and tooltip; null for partial periods. */
export const shareSeries = (
  key: string,
  name: string,
  bars: readonly Bar[],
  kwh: readonly (number | null)[],
  skyKwh: readonly (number | null)[],
): ChartSeries => ({
  key,
  name,
  kind: 'line',
  unit: '%',
  color: 'muted',
  decimals: 0,
  isTableOnly: true,
  isInTip: true,
  values: bars.map(({ isPartial }, i) => {
    const [made, sky] = [kwh[i] ?? null, skyKwh[i] ?? null];
    // Without sun the ratio is undefined.
    return made === null || sky === null || sky <= 0 || isPartial ? null : (100 * made) / sky;
  }),
});

/** Production of each device or array by period, named by `nameOf`; only those that ever produced. */
export const partsOf = ({ series }: Answer, nameOf = (sn: string): string => sn): PartOfPlant[] =>
  series
    .filter(({ key, data }) => key === 'production' && data.some((value) => value))
    .map(({ name, data, planeId }) =>
      planeId === undefined
        ? { key: name, name: nameOf(name), kwh: data }
        : {
            key: `plane${planeId}`,
            name:
              planeId === null
                ? t('site.clearSky.noPlane')
                : name || t('site.edit.planeNumber', { id: planeId }),
            kwh: data,
            skyKwh: planeId === null ? undefined : skyOf(series, planeId),
          },
    );

const skyOf = (series: Answer['series'], planeId?: number): (number | null)[] | undefined =>
  series.find((one) => one.key === 'clearSky' && one.planeId === planeId)?.data;

/** Clear-sky energy of the whole plant, in kWh by period; undefined if not requested or not computable. */
export function clearSkyOf({ series, clearSkyBasis }: Answer): (number | null)[] | undefined {
  const isKnown = clearSkyBasis !== 'noPosition' && clearSkyBasis !== 'noRating';
  return isKnown ? skyOf(series) : undefined;
}

/**
 * The hours of another day by the wall clock of these: on days of a clock change, an hour that the other day does not
 * have is undefined, and the second of two hours of one name belongs to the second one there.
 */
export function sameHours(bars: readonly Bar[], others: readonly Bar[]): (Bar | undefined)[] {
  const keysOf = (all: readonly Bar[]) =>
    all.map(({ label }, i) => `${label} ${all.slice(0, i).filter((one) => one.label === label).length}`);
  const byKey = new Map(keysOf(others).map((key, i) => [key, others[i]]));
  return keysOf(bars).map((key) => byKey.get(key));
}

/** The comparison of two periods: the ratio, both energies, and whether parts of the longer one were left out. */
export interface Change {
  /** Share: 0.1 is 10% more. */
  change: number;
  /** What both produced in the parts that were compared, kWh. */
  madeKwh: number;
  otherKwh: number;
  isOfPart: boolean;
  /** The last part that was compared. */
  last: Bar;
}

/**
 * Relative production compared with another period, over the parts that are complete, fully recorded and known in
 * both; null if there are none.
 */
export function changeAgainst(bars: readonly Bar[], kwh: readonly (number | null)[]): Change | null {
  const both = bars.flatMap((bar, i) => {
    const { producedKwh, isRunning, isPartial } = bar;
    const other = kwh[i] ?? null;
    return producedKwh === null || isRunning || isPartial || other === null
      ? []
      : [{ bar, producedKwh, other }];
  });
  const madeKwh = both.reduce((all, { producedKwh }) => all + producedKwh, 0);
  const otherKwh = both.reduce((all, { other }) => all + other, 0);
  const last = both.at(-1)?.bar;
  if (otherKwh <= 0 || last === undefined) return null;
  const known = kwh.filter((value) => value !== null).length;
  return { change: madeKwh / otherKwh - 1, madeKwh, otherKwh, isOfPart: both.length < known, last };
}

/**
 * Clear-sky energy over the fully known periods, in kWh, and the share produced; the current period counts up to now
 * on both sides. Null if there are none.
 */
export function againstSky(
  bars: readonly Bar[],
  skyKwh: readonly (number | null)[],
): { kwh: number | null; share: number | null } {
  const known = bars.flatMap(({ producedKwh, isPartial }, i) => {
    const sky = skyKwh[i] ?? null;
    return producedKwh === null || isPartial || sky === null ? [] : [{ producedKwh, sky }];
  });
  const kwh = sum(known.map(({ sky }) => sky));
  return { kwh, share: kwh ? (sum(known.map((one) => one.producedKwh)) ?? 0) / kwh : null };
}
