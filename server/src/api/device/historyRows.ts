import type { device } from '@helioport/contract/device';
import { alertCode } from '@helioport/domain/faults';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import type { Handler } from '../../access/handler.ts';
import { findDevice, scopeOf } from '../../reads/findDevice.ts';
import { reportsBefore } from '../../telemetry/read/history.ts';
import { deviceNow } from '../../telemetry/read/series.ts';
import { historyColumns, shownIn, toldOf, valueIn } from './parts/historyColumns.ts';

const historyRows: Handler<typeof device.historyRows> = async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { timezone } = found;
  const today = localDay(now, timezone);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  const told = await deviceNow(tx, scopeOf(found), now);
  const columns = historyColumns(
    found,
    told.map(({ values }) => values),
  );
  const endMs = dayBounds(addDays(to, 1), timezone).startMs;
  // One more than asked for says whether there is a next page.
  const reports = await reportsBefore(
    tx,
    { siteId: found.siteId, deviceId: found.id },
    {
      fromMs: dayBounds(from, timezone).startMs,
      toMs: input.before === null ? endMs : Math.min(endMs, input.before),
      limit: input.size + 1,
    },
  );
  const rows = reports.slice(0, input.size);
  return {
    timezone,
    columns: columns.map(toldOf),
    rows: rows.map(({ atMs, statusBits, values }) => ({
      at: atMs,
      status: alertCode(statusBits),
      values: columns.map((column) => shownIn(column, valueIn(values, column))),
    })),
    next: reports.length > input.size ? (rows.at(-1)?.atMs ?? null) : null,
  };
};

export default historyRows;
