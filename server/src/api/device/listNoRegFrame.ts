import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import {
  answerColumnOf,
  columnOf,
  type HistoryColumn,
  shownIn,
  valueIn,
} from '../../queries/device/historyColumns.ts';
import { measureColumns, type Values } from '../../timeseries/catalogue.ts';
import { deviceNow } from '../../timeseries/query/series.ts';
import { aboutUnregistered } from './internal/unregistered.ts';

export default handler<typeof device.listNoRegFrame>(async (call) => {
  const { input, visible, tx, now } = call;
  const { sn } = input;
  // The readings of a composite device are those of its components.
  const { rows } = await sql<{ id: number }>`
    select d.id from ${visible.unregistered} d where d.sn = ${sn} and d.parent_id is null
    union all
    select p.id from ${visible.unregistered} d join devices p on p.parent_id = d.id where d.sn = ${sn}`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  const about = await aboutUnregistered(call, sn, ids);
  if (about.device === null && about.stock === null) fail('device.unknown');
  const readings = [];
  for (const deviceId of ids)
    readings.push(...(await deviceNow(tx, { siteId: 0, deviceId, timeZone: 'UTC' }, now)));
  return {
    sn,
    at: readings.length === 0 ? null : Math.max(...readings.map(({ atMs }) => atMs)),
    values: readings.flatMap(({ values }) =>
      columnsIn(values).flatMap((column) => {
        const value = shownIn(column, valueIn(values, column));
        return value === null ? [] : [{ ...answerColumnOf(column), value }];
      }),
    ),
    bytes: about.frames[0]?.bytes ?? '',
    ...about,
  };
});

/** Columns of a reading: of the device, then by input, then by phase. */
const columnsIn = (values: Values): HistoryColumn[] =>
  measureColumns.flatMap(({ key, place }) => {
    if (place === 'device') return [columnOf({ key, place, addr: 0 })];
    const list = (place === 'input' ? values.inputs : values.phases)[key] ?? [];
    return list.map((_, i) => columnOf({ key, place, addr: i + 1 }));
  });
