import type { device } from '@helioport/contract/device';
import { DEVICES_MAX } from '@helioport/contract/siteEdit';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readSheetRows } from '../../platform/sheets.ts';
import { serialRowsOf } from '../../queries/serialRows.ts';
import { namesSerial, sheetHead } from '../../queries/sheetHead.ts';

async function readCells({ input: { file } }: EarlyCall<typeof device.sheet>): Promise<string[][]> {
  if (!/\.xlsx$/i.test(file.filename)) fail('sheet.invalid');
  // One more for the header row.
  return await readSheetRows(file.data, DEVICES_MAX + 1);
}

export default withPreparation<typeof device.sheet, string[][]>(readCells, async (call, cells) => {
  const head = sheetHead(cells);
  const column = Math.max(0, head?.(namesSerial) ?? 0);
  const rows = cells
    .map((row, i) => ({
      row: i + 1,
      serial: (row[column] ?? '').trim().slice(0, 70),
      alias: (row[column + 1] ?? '').trim().slice(0, 60),
      isEmpty: row.every((cell) => cell.trim() === ''),
    }))
    .filter(({ isEmpty }, i) => !isEmpty && !(head && i === 0));
  if (rows.length === 0) fail('sheet.invalid');
  if (rows.length > DEVICES_MAX) fail('sheet.tooLong', { max: DEVICES_MAX });
  return { list: await serialRowsOf(call, rows) };
});
