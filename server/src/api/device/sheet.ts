import type { device } from '@helioport/contract/device';
import { DEVICES_MAX } from '@helioport/contract/siteEdit';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readSheetRows } from '../../platform/sheets.ts';
import { serialRowsOf } from '../../queries/serialRows.ts';
import { demandSerialColumn, namesSerial, sheetHead } from '../../queries/sheetHead.ts';

async function readCells({ input: { file } }: EarlyCall<typeof device.sheet>): Promise<string[][]> {
  if (!/\.xlsx$/i.test(file.filename)) fail('sheet.invalid');
  // One more for the header row.
  return await readSheetRows(file.data, DEVICES_MAX + 1);
}

export default withPreparation<typeof device.sheet, string[][]>(readCells, async (call, cells) => {
  const head = sheetHead(cells);
  const named = head?.(namesSerial) ?? -1;
  const column = Math.max(0, named);
  const rows = cells
    .map((row, i) => ({
      row: i + 1,
      serial: (row[column] ?? '').trim().slice(0, 70),
      alias: (row[column + 1] ?? '').trim().slice(0, 60),
      isEmpty: row.every((cell) => cell.trim() === ''),
    }))
    .filter(({ isEmpty }, i) => !isEmpty && !(head && i === 0));
  if (rows.length === 0) fail('sheet.invalid');
  demandSerialColumn(cells, {
    isNamed: named >= 0,
    serials: rows.map(({ serial }) => serial),
    expected: ['site.field.sn', 'site.field.alias'],
    lan: call.lan,
  });
  if (rows.length > DEVICES_MAX) fail('sheet.tooLong', { max: DEVICES_MAX });
  return { list: await serialRowsOf(call, rows) };
});
