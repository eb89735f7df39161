import type { device } from '@helioport/contract/device';
import { periodFiguresOf } from '@helioport/domain/figures';
import { daysOfMonth, monthOf } from '@helioport/domain/periods';
import { kwh } from '@helioport/domain/units';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isPartialPeriod } from '../../reads/askedSpans.ts';
import { findDevice, scopeOf } from '../../reads/findDevice.ts';
import { dayOrToday } from '../../reads/found.ts';
import { addEnergies, energyByDay, firstDay, totals } from '../../telemetry/read/energies.ts';
import { energyLinesOf, isProducer } from './parts/energyLines.ts';

const statisticsDate: Handler<typeof device.statisticsDate> = async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const scope = scopeOf(found);
  const day = dayOrToday(input.date, found, now);
  const span = spanOf(input.types, day);
  const energy =
    span === null
      ? (await totals(tx, scope, now)).total
      : addEnergies(await energyByDay(tx, scope, span.from, span.to, now));
  const recordedSince = await firstDay(tx, scope);
  const made = isProducer(found) ? (energy.energyWh ?? 0) : 0;
  return {
    ...periodFiguresOf(made, 0, found),
    recordedSince,
    isPartial: span !== null && isPartialPeriod(input.types, day, recordedSince),
    measures: energyLinesOf(found).map(({ measure, of }) => {
      const wh = of(energy);
      return { key: measure, unit: 'kWh', value: wh === null ? null : kwh(wh) };
    }),
  };
};

/** First and last day of the day, month or year around `day`; null for all time. */
function spanOf(types: number, day: string): { from: string; to: string } | null {
  switch (types) {
    case 1:
      return { from: day, to: day };
    case 2: {
      const days = daysOfMonth(monthOf(day));
      return { from: days[0] ?? day, to: days.at(-1) ?? day };
    }
    case 3:
      return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
    case 4:
      return null;
    default:
      return fail('request.invalid', { field: 'types' });
  }
}

export default statisticsDate;
