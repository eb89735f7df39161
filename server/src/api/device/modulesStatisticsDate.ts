import type { device } from '@helioport/contract/device';
import { periodFiguresOf } from '@helioport/domain/figures';
import { kwh } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { scopeOf } from '../../queries/findDevice.ts';
import { dayOrToday } from '../../queries/found.ts';
import { isPartialPeriod } from '../../queries/requestedSpans.ts';
import { firstDay } from '../../timeseries/query/energies.ts';
import { moduleEnergies } from '../../timeseries/query/moduleDays.ts';
import { periodDays } from './internal/periodDays.ts';
import { requestedModule } from './internal/requestedModule.ts';
import { worthIn } from './internal/worthIn.ts';

/** Before any recording. */
const EVER = '2000-01-01';

export default handler<typeof device.modulesStatisticsDate>(async (call) => {
  const { input, tx, now } = call;
  const found = await requestedModule(call, input);
  const { device: one } = found;
  const today = dayOrToday(null, one, now);
  const day = input.date ?? today;
  const span = periodDays(input.types, day);
  const [sum] = await moduleEnergies(tx, found, { ...(span ?? { from: EVER, to: today }), by: 'all' });
  const recordedSince = await firstDay(tx, scopeOf(one));
  const madeWh = sum?.energyWh ?? 0;
  return {
    ...periodFiguresOf(madeWh, 0, one, await worthIn(call, one, span, madeWh)),
    recordedSince,
    isPartial: span !== null && isPartialPeriod(input.types, day, recordedSince),
    median: sum?.medianWh == null ? null : kwh(sum.medianWh),
  };
});
