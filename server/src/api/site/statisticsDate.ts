import type { site } from '@helioport/contract/site';
import { periodFiguresOf } from '@helioport/domain/figures';
import { daysOfMonth, localDay, monthOf } from '@helioport/domain/periods';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { type Days, demandShort, isPartialPeriod } from '../../reads/askedSpans.ts';
import { findSite } from '../../reads/findSite.ts';
import { dayOrToday } from '../../reads/found.ts';
import { addEnergies, energyByDay, firstDay } from '../../telemetry/read/energies.ts';

const statisticsDate: Handler<typeof site.statisticsDate> = async (call) => {
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
  const energy = addEnergies(await energyByDay(tx, scope, from, to, now));
  const recordedSince = await firstDay(tx, scope);
  return {
    ...periodFiguresOf(energy.energyWh ?? 0, energy.consumedWh ?? 0, found, energy.worth),
    recordedSince,
    isPartial: input.rangeDate
      ? recordedSince !== null && recordedSince > from && recordedSince <= to
      : isPartialPeriod(input.types, day, recordedSince),
  };
};

const rangeOf = (days: Days): readonly [string, string] => {
  demandShort(days);
  return [days.from, days.to];
};

/** First and last day of the period that `day` lies in. */
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

export default statisticsDate;
