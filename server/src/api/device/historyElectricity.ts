import type { device } from '@helioport/contract/device';
import { kwh } from '@helioport/domain/units';
import { handler } from '../../access/handler.ts';
import { energyLinesOf } from '../../queries/device/energyLines.ts';
import { findDevice, scopeOf, withParts } from '../../queries/findDevice.ts';
import { demandShort, requestedDays } from '../../queries/requestedSpans.ts';
import { energyByDay } from '../../timeseries/query/energies.ts';

export default handler<typeof device.historyElectricity>(async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const days = requestedDays({ date: null, rangeDate: input.rangeDate }, found.timezone, now);
  demandShort(days);
  const byDay = new Map<string, { key: string; unit: string; value: number | null }[]>();
  for (const one of await withParts(call, found)) {
    for (const day of await energyByDay(tx, scopeOf(one), days.from, days.to, now)) {
      const measures = byDay.get(day.day) ?? [];
      byDay.set(day.day, measures);
      for (const { measure, of } of energyLinesOf(one)) {
        const wh = of(day);
        measures.push({ key: measure, unit: 'kWh', value: wh === null ? null : kwh(wh) });
      }
    }
  }
  const list = [...byDay].map(([date, measures]) => ({ date, measures })).toReversed();
  return { list, total: list.length };
});
