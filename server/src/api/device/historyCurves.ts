import type { device } from '@helioport/contract/device';
import { measures } from '@helioport/domain/measures';
import { addDays, dayBounds, dayNumber } from '@helioport/domain/periods';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { answerColumnOf, columnsOf, shownIn } from '../../queries/device/historyColumns.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { dayOrToday } from '../../queries/found.ts';
import { linesBetween, slotsBetween } from '../../timeseries/query/history.ts';

/** A year and the days around it. */
const MOST_DAYS = 400;

export default handler<typeof device.historyCurves>(async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { timezone } = found;
  const today = dayOrToday(null, found, now);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  if (dayNumber(to) - dayNumber(from) >= MOST_DAYS) fail('echarts.rangeTooLong');
  const slots = slotsBetween(dayBounds(from, timezone).startMs, dayBounds(addDays(to, 1), timezone).startMs);
  const requested = new Set(input.columns);
  const lines = [];
  for (const { device: one, columns } of await columnsOf(call, found)) {
    // Counters are drawn as energy, not as a mean of readings.
    const drawn = columns.filter(({ id, key }) => requested.has(id) && measures[key].overTime !== 'counter');
    const read = await linesBetween(tx, { siteId: one.siteId, deviceId: one.id }, slots, drawn, now);
    for (const [i, column] of drawn.entries())
      lines.push({ ...answerColumnOf(column), values: read[i]!.map((value) => shownIn(column, value)) });
  }
  return {
    timezone,
    startAt: slots.startMs,
    stepMinutes: slots.stepMs / 60_000,
    lines,
  };
});
