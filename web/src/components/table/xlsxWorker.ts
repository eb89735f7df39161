// Writes a spreadsheet in a worker: a hundred thousand rows take seconds, during which the page stays responsive.
import writeSheet from 'write-excel-file/universal';
import { sheetCell, sheetColumns, sheetName } from './sheetCells.ts';
import type { SheetRequest } from './xlsx.ts';

const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<SheetRequest>) => void;
  postMessage: (answer: Blob | { error: string }) => void;
};

thread.onmessage = async ({ data: { name, header, rows } }) => {
  try {
    const head = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    const options = { sheet: sheetName(name), columns: sheetColumns(header, rows), stickyRowsCount: 1 };
    const cells = rows.map((row) => row.map(sheetCell));
    thread.postMessage(await writeSheet([head, ...cells], options).toBlob());
  } catch (error) {
    thread.postMessage({ error: String(error) });
  }
};
