// Tariffs: price of a kWh from a day on, by time windows if the contract has them, and the feed-in price. All times are
// plant-local.
import { dayBounds, dayNumber, wallClock } from './periods.ts';

/** A price that holds on some days of the week between two times of the clock. */
export interface PriceBand {
  /** Days of the week, 1 Monday to 7 Sunday. */
  readonly days: number[];
  /** `HH:MM`, a quarter of an hour. */
  readonly from: string;
  /** `HH:MM`; not later than `from`: of each of its days the band has the time to midnight and that from midnight on. */
  readonly to: string;
  /** Of one kWh. */
  readonly price: number;
}

/** What holds from a day on until the next entry. */
export interface PriceEntry {
  /** Plant-local day `YYYY-MM-DD`; '' ever since. */
  readonly from: string;
  /** Of one kWh, outside all time windows. */
  readonly price: number;
  /** Paid for one kWh into the grid; null: counted like what is used. */
  readonly exportPrice: number | null;
  readonly bands: PriceBand[];
}

/** Bands begin and end on the quarters of an hour, and every clock in use is set forward and back by whole quarters. */
export const QUARTER_MS = 900_000;

const DAY_MINUTES = 1440;
const QUARTER_MINUTES = 15;

/** One price for all time: what most plants have. */
export const plainPrices = (price: number): PriceEntry[] => [
  { from: '', price, exportPrice: null, bands: [] },
];

/** Whether a single price applies, so that the amount is energy times price. */
export const arePlain = (prices: readonly PriceEntry[]): boolean =>
  prices.length === 1 && prices[0]?.exportPrice === null && prices[0].bands.length === 0;

/** The entry that holds on a local day; `prices` in order of their days, the first of them ever since. */
export function entryOn(prices: readonly PriceEntry[], day: string): PriceEntry {
  const entry = prices.findLast(({ from }) => from <= day) ?? prices[0];
  if (entry === undefined) throw new Error('No price at all');
  return entry;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function isWithin({ days, from, to }: PriceBand, weekday: number, minute: number): boolean {
  if (!days.includes(weekday)) return false;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

/** Price of a kWh on a day of the week (1 Monday to 7 Sunday) at a minute of the clock. */
const priceAt = ({ price, bands }: PriceEntry, weekday: number, minute: number): number =>
  bands.find((band) => isWithin(band, weekday, minute))?.price ?? price;

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;

/** Price of a kWh in each quarter of an hour of a local day, which has 92 to 100 of them; none of a day left out. */
export function pricesOfDay(entry: PriceEntry, day: string, timeZone: string): number[] {
  const { startMs, endMs } = dayBounds(day, timeZone);
  const weekday = weekdayOf(day);
  return Array.from({ length: Math.ceil((endMs - startMs) / QUARTER_MS) }, (_, i) => {
    const { hour, minute } = wallClock(startMs + i * QUARTER_MS, timeZone);
    return priceAt(entry, weekday, hour * 60 + minute);
  });
}

/** Indexes of two overlapping time windows; null if each time has one price. */
export function overlapOf(bands: readonly PriceBand[]): readonly [number, number] | null {
  for (let weekday = 1; weekday <= 7; weekday++)
    for (let minute = 0; minute < DAY_MINUTES; minute += QUARTER_MINUTES) {
      const [first, second] = bands.flatMap((band, i) => (isWithin(band, weekday, minute) ? [i] : []));
      if (first !== undefined && second !== undefined) return [first, second];
    }
  return null;
}

/** Energies of a day in Wh; with bands one figure for each quarter of an hour, else one for the whole day. */
export interface TradedEnergy {
  readonly madeWh: readonly number[];
  /** Exported energy; empty without a meter. */
  readonly soldWh: readonly number[];
}

/**
 * What the energy of one day was worth, not rounded: what was made at the price of its time, of which the part that went
 * into the grid is paid by the export price instead. A sum over all quarters, so days add up to months and years.
 * `quarterPrices` as `pricesOfDay` gives them; left out where the entry has no bands.
 */
export function worthOf(
  { price, exportPrice }: PriceEntry,
  { madeWh, soldWh }: TradedEnergy,
  quarterPrices: readonly number[] = [],
): number {
  const at = (i: number) => quarterPrices[i] ?? price;
  const made = madeWh.reduce((sum, wh, i) => sum + wh * at(i), 0);
  const sold = exportPrice === null ? 0 : soldWh.reduce((sum, wh, i) => sum + wh * (exportPrice - at(i)), 0);
  return (made + sold) / 1000;
}

/** First day with a changed price, '' for all days; null if nothing changed. */
export function changedSince(before: readonly PriceEntry[], after: readonly PriceEntry[]): string | null {
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, other] = [before[i], after[i]];
    if (!old || !other) return (old ?? other)?.from ?? null;
    if (!isSame(old, other)) return old.from < other.from ? old.from : other.from;
  }
  return null;
}

/** Compared field by field, because the database stores their fields in its own order. */
const isSame = (a: PriceEntry, b: PriceEntry): boolean =>
  a.from === b.from &&
  a.price === b.price &&
  a.exportPrice === b.exportPrice &&
  a.bands.length === b.bands.length &&
  a.bands.every((band, i) => {
    const other = b.bands[i]!;
    return (
      band.from === other.from &&
      band.to === other.to &&
      band.price === other.price &&
      band.days.length === other.days.length &&
      band.days.every((day) => other.days.includes(day))
    );
  });
