import type { device } from '@helioport/contract/device';
import { alertCode } from '@helioport/domain/faults';
import { addDays, dayBounds } from '@helioport/domain/periods';
import type { Handler } from '../../access/handler.ts';
import {
  columnsOf,
  type HistoryColumn,
  shownIn,
  toldOf,
  valueIn,
} from '../../reads/device/historyColumns.ts';
import { findDevice } from '../../reads/findDevice.ts';
import { dayOrToday } from '../../reads/found.ts';
import { reportsOf } from '../../telemetry/read/history.ts';

/** What one or more parts said at one instant. */
interface Instant {
  at: number;
  statusBits: number;
  values: Map<HistoryColumn, number | null>;
}

const historyRows: Handler<typeof device.historyRows> = async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { timezone } = found;
  const today = dayOrToday(null, found, now);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  const endMs = dayBounds(addDays(to, 1), timezone).startMs;
  const span = {
    fromMs: dayBounds(from, timezone).startMs,
    toMs: input.before === null ? endMs : Math.min(endMs, input.before),
    // One more than asked for says whether there is a next page.
    limit: input.size + 1,
    newestFirst: true,
  };
  const parts = await columnsOf(call, found);
  const byInstant = new Map<number, Instant>();
  for (const { device: one, columns } of parts) {
    for (const report of await reportsOf(tx, { siteId: one.siteId, deviceId: one.id }, span)) {
      // The parts of a machine tell of one message at one instant: one row.
      const row = byInstant.get(report.atMs) ?? { at: report.atMs, statusBits: 0, values: new Map() };
      byInstant.set(report.atMs, row);
      row.statusBits |= report.statusBits;
      for (const column of columns) row.values.set(column, shownIn(column, valueIn(report.values, column)));
    }
  }
  const told = [...byInstant.values()].sort((a, b) => b.at - a.at);
  const rows = told.slice(0, input.size);
  const columns = parts.flatMap((part) => part.columns);
  return {
    timezone,
    columns: columns.map(toldOf),
    rows: rows.map(({ at, statusBits, values }) => ({
      at,
      status: alertCode(statusBits),
      values: columns.map((column) => values.get(column) ?? null),
    })),
    next: told.length > input.size ? (rows.at(-1)?.at ?? null) : null,
  };
};

export default historyRows;
