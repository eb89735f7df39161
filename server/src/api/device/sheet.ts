import type { device } from '@helioport/contract/device';
import { DEVICES_MAX } from '@helioport/contract/siteEdit';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readSheetRows } from '../../platform/sheets.ts';
import { serialRowsOf } from '../../reads/serialRows.ts';

/** A first row without any digit names the columns. */
const isHead = (cells: readonly string[]) => cells.some((cell) => cell !== '') && !/\d/.test(cells.join(''));

const namesSerial = /^(sn|s\/n)$|serial|serie|série|seryjn|序列|シリアル/i;

const sheet: Handler<typeof device.sheet> = async (call) => {
  const { file } = call.input;
  if (!/\.xlsx$/i.test(file.filename)) fail('sheet.invalid');
  // One more for the names of the columns.
  const cells = await readSheetRows(file.data, DEVICES_MAX + 1);
  const [first = []] = cells;
  const hasHead = isHead(first);
  const column = hasHead
    ? Math.max(
        0,
        first.findIndex((cell) => namesSerial.test(cell.trim())),
      )
    : 0;
  const rows = cells
    .map((row, i) => ({
      row: i + 1,
      serial: (row[column] ?? '').trim().slice(0, 70),
      alias: (row[column + 1] ?? '').trim().slice(0, 60),
      isEmpty: row.every((cell) => cell.trim() === ''),
    }))
    .filter(({ isEmpty }, i) => !isEmpty && !(hasHead && i === 0));
  if (rows.length === 0) fail('sheet.invalid');
  if (rows.length > DEVICES_MAX) fail('sheet.tooLong', { max: DEVICES_MAX });
  return { list: await serialRowsOf(call, rows) };
};

export default sheet;
