import type { device } from '@helioport/contract/device';
import { measures } from '@helioport/domain/measures';
import { addDays, dayBounds, dayNumber, localDay } from '@helioport/domain/periods';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findDevice, scopeOf } from '../../reads/findDevice.ts';
import { linesBetween, slotsBetween } from '../../telemetry/read/history.ts';
import { deviceNow } from '../../telemetry/read/series.ts';
import { historyColumns, shownIn, toldOf } from './parts/historyColumns.ts';

/** A year and the days around it. */
const MOST_DAYS = 400;

const historyCurves: Handler<typeof device.historyCurves> = async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { timezone } = found;
  const today = localDay(now, timezone);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  if (dayNumber(to) - dayNumber(from) >= MOST_DAYS) fail('echarts.rangeTooLong');
  const slots = slotsBetween(dayBounds(from, timezone).startMs, dayBounds(addDays(to, 1), timezone).startMs);
  const told = await deviceNow(tx, scopeOf(found), now);
  const asked = new Set(input.columns);
  // What a counter says is its growth: a mean of its readings means nothing.
  const columns = historyColumns(
    found,
    told.map(({ values }) => values),
  ).filter(({ id, key }) => asked.has(id) && measures[key].overTime !== 'counter');
  const lines = await linesBetween(tx, { siteId: found.siteId, deviceId: found.id }, slots, columns, now);
  return {
    timezone,
    startAt: slots.startMs,
    stepMinutes: slots.stepMs / 60_000,
    lines: columns.map((column, i) => ({
      ...toldOf(column),
      values: lines[i]!.map((value) => shownIn(column, value)),
    })),
  };
};

export default historyCurves;
