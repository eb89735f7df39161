import type { device } from '@helioport/contract/device';
import { alertCode } from '@helioport/domain/faults';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { handler } from '../../access/handler.ts';
import { detailNote } from '../../queries/detailNote.ts';
import { answerColumnOf, columnsOf } from '../../queries/device/historyColumns.ts';
import { instantsOf } from '../../queries/device/historyInstants.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { dayOrToday } from '../../queries/found.ts';

export default handler<typeof device.historyRows>(async (call) => {
  const { input, tx, now } = call;
  const found = await findDevice(call, input);
  const { timezone } = found;
  const today = dayOrToday(null, found, now);
  const { from, to } = input.rangeDate ?? { from: today, to: today };
  const endMs = dayBounds(addDays(to, 1), timezone).startMs;
  const span = {
    fromMs: dayBounds(from, timezone).startMs,
    toMs: input.before === null ? endMs : Math.min(endMs, input.before),
    // One more row than requested shows whether there is a next page.
    limit: input.size + 1,
    newestFirst: true,
  };
  const parts = await columnsOf(call, found);
  const instants = await instantsOf(tx, parts, span);
  const rows = instants.slice(0, input.size);
  const columns = parts.flatMap((part) => part.columns);
  return {
    timezone,
    columns: columns.map(answerColumnOf),
    rows: rows.map(({ at, statusBits, values }) => ({
      at,
      status: alertCode(statusBits),
      values: columns.map((column) => values.get(column) ?? null),
    })),
    ...(await detailNote(tx, from)),
    next: instants.length > input.size ? (rows.at(-1)?.at ?? null) : null,
  };
});
