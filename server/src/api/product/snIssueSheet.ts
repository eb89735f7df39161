import type { product } from '@helioport/contract/product';
import { SERIALS_ENTERED_MAX } from '@helioport/contract/productSerials';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readSheetRows } from '../../platform/sheets.ts';
import { demandSerialColumn, namesSerial, sheetHead } from '../../queries/sheetHead.ts';
import { namedSerials } from './internal/change.ts';
import { issueMany, targetOf } from './internal/issue.ts';

async function readCells(call: EarlyCall<typeof product.snIssueSheet>): Promise<string[][]> {
  const { file } = call.input;
  // Before the file is decoded.
  await targetOf(call, call.input);
  if (!file || !/\.xlsx$/i.test(file.filename)) return fail('sheet.invalid');
  // One more for the header row.
  return await readSheetRows(file.data, SERIALS_ENTERED_MAX + 1);
}

export default withPreparation<typeof product.snIssueSheet, string[][]>(readCells, async (call, cells) => {
  const head = sheetHead(cells, call.input.hasHead);
  const named = head?.(namesSerial) ?? -1;
  const column = Math.max(0, named);
  const typed = cells
    .slice(head ? 1 : 0)
    .map((row) => (row[column] ?? '').trim().slice(0, 70))
    .filter((serial) => serial !== '');
  demandSerialColumn(cells, {
    isNamed: named >= 0,
    serials: typed,
    expected: ['site.field.sn'],
    lan: call.lan,
  });
  if (typed.length > SERIALS_ENTERED_MAX) fail('sheet.tooLong', { max: SERIALS_ENTERED_MAX });
  return { ...(await issueMany(call, namedSerials(typed), call.input)), hasHead: head !== undefined };
});
