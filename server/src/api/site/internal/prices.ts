// Prices of a plant as they are typed, and from which day on a new one holds.
import type { ParsedOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { arePlain, changedSince, entryOn, type PriceEntry } from '@helioport/domain/prices';
import type { Tx } from '../../../platform/db.ts';
import { holdPrices, setPrices } from '../../../repositories/sites.ts';
import { firstDay } from '../../../timeseries/query/energies.ts';
import { repriceSite } from '../../../timeseries/retention/reprice.ts';

interface Change {
  input: Pick<ParsedOf<typeof site.updateFast>, 'prices' | 'electricityPrice'>;
  tx: Tx;
  now: number;
}

/**
 * Saves changed tariffs and recalculates the days from the first change on; returns the change for the audit log. The
 * caller holds the plant's roll-ups.
 */
export async function changePrices(
  { input, tx, now }: Change,
  { id, timezone }: { id: number; timezone: string },
) {
  const { prices, electricityPrice } = input;
  if (prices === undefined && electricityPrice == null) return {};
  const before = await holdPrices(tx, id);
  const today = localDay(now, timezone);
  const first = await firstDay(tx, { siteId: id, timeZone: timezone });
  const after =
    prices ?? withPrice(before, electricityPrice ?? 0, first !== null && first < today ? today : '');
  const since = changedSince(before, after);
  if (since === null) return {};
  await setPrices(tx, id, after);
  // Days of a single price have no worth of their own: with a second one all of them get it.
  await repriceSite(tx, {
    siteId: id,
    prices: arePlain(after) ? null : after,
    since: arePlain(before) ? '' : since,
    now,
  });
  return { prices: { from: before.map(textOf), to: after.map(textOf) } };
}

/**
 * A single price without a start date, as sent by clients: earlier days keep their price from before `today`. Without
 * history (`today` is ''), or if no price was entered before, it applies to all days.
 */
function withPrice(before: readonly PriceEntry[], price: number, today: string): readonly PriceEntry[] {
  const from = before.every((entry) => entry.price === 0) ? '' : today;
  const running = entryOn(before, from);
  if (running.price === price) return before;
  const kept = before.filter((entry) => entry.from !== from);
  return [...kept, { ...running, from, price }].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

const textOf = ({ from, price, exportPrice, bands }: PriceEntry): string =>
  [
    `${from} ${price}`.trim(),
    ...(exportPrice === null ? [] : [`→ ${exportPrice}`]),
    ...bands.map((band) => `${band.days.join('')} ${band.from}–${band.to} ${band.price}`),
  ].join('; ');
