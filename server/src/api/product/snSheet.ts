import type { product } from '@helioport/contract/product';
import { SERIALS_ENTERED_MAX } from '@helioport/contract/productSerials';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readSheetRows } from '../../platform/sheets.ts';
import {
  demandSerialColumn,
  namesBatch,
  namesModel,
  namesSerial,
  sheetHead,
} from '../../queries/sheetHead.ts';
import { companyOfEntry, demandStockKeeper, enterRows, issueOf } from './internal/entry.ts';

async function readCells(call: EarlyCall<typeof product.snSheet>): Promise<string[][]> {
  const { file, companyId } = call.input;
  // Before the file is decoded.
  demandStockKeeper(call.me);
  await issueOf(call, companyOfEntry(call.me, companyId));
  if (!file || !/\.xlsx$/i.test(file.filename)) return fail('sheet.invalid');
  // One more for the header row.
  return await readSheetRows(file.data, SERIALS_ENTERED_MAX + 1);
}

export default withPreparation<typeof product.snSheet, string[][]>(readCells, async (call, cells) => {
  const { model, batch, isTrial, hasHead } = call.input;
  const companyId = companyOfEntry(call.me, call.input.companyId);
  const head = sheetHead(cells, hasHead);
  const isNamed = head !== undefined && head(namesSerial) >= 0;
  const at = head
    ? { serial: Math.max(0, head(namesSerial)), model: head(namesModel), batch: head(namesBatch) }
    : { serial: 0, model: 1, batch: 2 };
  const text = (row: readonly string[], column: number) => (row[column] ?? '').trim();
  const rows = cells
    .map((row, i) => ({
      row: i + 1,
      serial: text(row, at.serial).slice(0, 70),
      model: text(row, at.model).slice(0, 60),
      batch: text(row, at.batch).slice(0, 60) || batch,
      isEmpty: row.every((cell) => cell.trim() === ''),
    }))
    .filter(({ isEmpty }, i) => !isEmpty && !(head && i === 0));
  if (rows.length === 0) fail('sheet.invalid');
  demandSerialColumn(cells, {
    isNamed,
    serials: rows.map(({ serial }) => serial),
    expected: ['site.field.sn', 'product.field.modelName', 'serial.field.batch'],
    lan: call.lan,
  });
  if (rows.length > SERIALS_ENTERED_MAX) fail('sheet.tooLong', { max: SERIALS_ENTERED_MAX });
  return { ...(await enterRows(call, rows, { model, companyId, isTrial })), hasHead: head !== undefined };
});
