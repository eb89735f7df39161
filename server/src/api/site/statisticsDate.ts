import type { site } from '@helioport/contract/site';
import { periodFiguresOf } from '@helioport/domain/figures';
import { daysOfMonth, localDay, monthOf } from '@helioport/domain/periods';
import { entryOn, plainPrices } from '@helioport/domain/prices';
import { kwh, rounded } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { type FoundSite, findSite } from '../../queries/findSite.ts';
import { dayOrToday } from '../../queries/found.ts';
import { type Days, demandShort, isPartialPeriod } from '../../queries/requestedSpans.ts';
import { addEnergies, type EnergyOfDay, energyByDay, firstDay } from '../../timeseries/query/energies.ts';

export default handler<typeof site.statisticsDate>(async (call) => {
  const { input, tx, now } = call;
  const found = await findSite(call, input.sid);
  const scope = { siteId: found.id, timeZone: found.timezone };
  const day = dayOrToday(input.date, found, now);
  const today = localDay(now, found.timezone);
  const all = async (): Promise<readonly [string, string]> => [(await firstDay(tx, scope)) ?? today, today];
  const [from, to] = input.rangeDate
    ? rangeOf(input.rangeDate)
    : input.types === 4
      ? await all()
      : daysOf(input.types, day);
  const days = await energyByDay(tx, scope, from, to, now);
  const energy = addEnergies(days);
  const recordedSince = await firstDay(tx, scope);
  const totals = periodFiguresOf(energy.energyWh ?? 0, energy.consumedWh ?? 0, found, energy.worth);
  return {
    ...totals,
    ...partsOf(Number(totals.economic), days, found),
    recordedSince,
    isPartial: input.rangeDate
      ? recordedSince !== null && recordedSince > from && recordedSince <= to
      : isPartialPeriod(input.types, day, recordedSince),
  };
});

/** What of the money of some days was saved and what was paid for exported energy, by the prices of each day. */
function partsOf(
  money: number,
  days: readonly EnergyOfDay[],
  { prices, electricityPrice }: Pick<FoundSite, 'prices' | 'electricityPrice'>,
): { saved: number | null; exportRevenue: number | null } {
  const entries = prices ?? plainPrices(electricityPrice);
  const sold = days.flatMap(({ day, exportWh, energyWh }) =>
    exportWh ? [{ exportWh, energyWh: energyWh ?? 0, entry: entryOn(entries, day) }] : [],
  );
  if (days.every(({ exportWh }) => exportWh === null)) return { saved: null, exportRevenue: null };
  if (sold.some(({ entry }) => entry.exportPrice === null)) {
    // Without a feed-in price exported energy counts like the rest: its share is no saving.
    const madeWh = days.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0);
    const soldWh = sold.reduce((sum, { exportWh }) => sum + exportWh, 0);
    const share = madeWh > 0 ? Math.max(0, 1 - soldWh / madeWh) : 0;
    return { saved: rounded(money * share, 2), exportRevenue: null };
  }
  const revenue = rounded(
    sold.reduce((sum, { exportWh, entry }) => sum + kwh(exportWh) * (entry.exportPrice ?? 0), 0),
    2,
  );
  return { saved: rounded(money - revenue, 2), exportRevenue: revenue };
}

const rangeOf = (days: Days): readonly [string, string] => {
  demandShort(days);
  return [days.from, days.to];
};

/** First and last day of the period that contains `day`. */
function daysOf(types: number, day: string): readonly [string, string] {
  const year = day.slice(0, 4);
  switch (types) {
    case 1:
      return [day, day];
    case 2: {
      const days = daysOfMonth(monthOf(day));
      return [days[0] ?? day, days.at(-1) ?? day];
    }
    case 3:
      return [`${year}-01-01`, `${year}-12-31`];
    default:
      return fail('request.invalid', { field: 'types' });
  }
}
