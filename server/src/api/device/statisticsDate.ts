import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { partOf } from '@helioport/domain/deviceIdentity';
import { periodFiguresOf } from '@helioport/domain/figures';
import { kwh } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { energyLinesOf, isProducer } from '../../queries/device/energyLines.ts';
import { earlier, type FoundDevice, findDevice, scopeOf, withParts } from '../../queries/findDevice.ts';
import { dayOrToday } from '../../queries/found.ts';
import { isPartialPeriod } from '../../queries/requestedSpans.ts';
import {
  addEnergies,
  type Energies,
  energyByDay,
  firstDay,
  totals,
} from '../../timeseries/query/energies.ts';
import { periodDays } from './internal/periodDays.ts';
import { worthIn } from './internal/worthIn.ts';

type Answer = OutputOf<typeof device.statisticsDate>;

export default handler<typeof device.statisticsDate>(async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const day = dayOrToday(input.date, found, now);
  const span = periodDays(input.types, day);
  const measures: NonNullable<Answer['measures']> = [];
  let recordedSince: string | null = null;
  let made = 0;
  let drawn = 0;
  for (const one of await withParts(call, found)) {
    const scope = scopeOf(one);
    const energy =
      span === null
        ? (await totals(tx, scope, now)).total
        : addEnergies(await energyByDay(tx, scope, span.from, span.to, now));
    recordedSince = earlier(recordedSince, await firstDay(tx, scope));
    if (isProducer(one)) made += energy.energyWh ?? 0;
    drawn += drawnOf(one, energy);
    for (const { measure, of } of energyLinesOf(one)) {
      const wh = of(energy);
      measures.push({ key: measure, unit: 'kWh', value: wh === null ? null : kwh(wh) });
    }
  }
  return {
    ...periodFiguresOf(made, drawn, found, await worthIn(call, found, span, made)),
    recordedSince,
    isPartial: span !== null && isPartialPeriod(input.types, day, recordedSince),
    measures,
  };
});

/** What a meter imported and a battery charged, Wh. A composite device is its producer: its parts are in `measures`. */
function drawnOf(one: FoundDevice, { importWh, chargedWh }: Energies): number {
  return isProducer(one) || partOf(one.sn).part !== '' ? 0 : (importWh ?? 0) + (chargedWh ?? 0);
}
