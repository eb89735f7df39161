import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { partOf } from '@helioport/domain/deviceIdentity';
import { periodFiguresOf } from '@helioport/domain/figures';
import { kwh } from '@helioport/domain/units';
import type { Handler } from '../../access/handler.ts';
import { isPartialPeriod } from '../../reads/askedSpans.ts';
import { energyLinesOf, isProducer } from '../../reads/device/energyLines.ts';
import { earlier, type FoundDevice, findDevice, scopeOf, withParts } from '../../reads/findDevice.ts';
import { dayOrToday } from '../../reads/found.ts';
import { addEnergies, type Energies, energyByDay, firstDay, totals } from '../../telemetry/read/energies.ts';
import { periodDays } from './parts/periodDays.ts';
import { worthIn } from './parts/worthIn.ts';

type Answer = OutputOf<typeof device.statisticsDate>;

const statisticsDate: Handler<typeof device.statisticsDate> = async (call) => {
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
    const { madeWh, drawnWh } = figuresOf(one, energy);
    made += madeWh;
    drawn += drawnWh;
    for (const { measure, of } of energyLinesOf(one)) {
      const wh = of(energy);
      measures.push({ key: measure, unit: 'kWh', value: wh === null ? null : kwh(wh) });
    }
  }
  return {
    ...periodFiguresOf(made, drawn, found, isProducer(found) ? await worthIn(call, found, span, made) : 0),
    recordedSince,
    isPartial: span !== null && isPartialPeriod(input.types, day, recordedSince),
    measures,
  };
};

/**
 * What a device gave (`power`) and took (`consumption`), Wh: a producer's energy; what a meter exported and imported;
 * what a battery discharged and charged. A composite device is its producer: its other parts are in `measures`.
 */
function figuresOf(one: FoundDevice, energy: Energies): { madeWh: number; drawnWh: number } {
  if (isProducer(one)) return { madeWh: energy.energyWh ?? 0, drawnWh: 0 };
  if (partOf(one.sn).part !== '') return { madeWh: 0, drawnWh: 0 };
  return {
    madeWh: (energy.exportWh ?? 0) + (energy.dischargedWh ?? 0),
    drawnWh: (energy.importWh ?? 0) + (energy.chargedWh ?? 0),
  };
}

export default statisticsDate;
