import { makeSheet } from '@helioport/demo/makeSheet';
import { describe, expect, it } from 'vitest';
import { readSheetRows } from './sheets.ts';

describe('readSheetRows', () => {
  it('reads only the parts that the directory of the file lists', async () => {
    // 400 MB of texts that unpack behind the listed parts, in a file of a few hundred kB.
    const hidden = makeSheet(
      [['E0000001']],
      {},
      { 'xl/sharedStrings.xml': Buffer.alloc(400 * 1_048_576, '<si><t>abcdefgh</t></si>') },
    );
    expect(hidden.length).toBeLessThan(4_000_000);
    const before = process.memoryUsage.rss();
    expect(await readSheetRows(hidden, 10)).toEqual([['E0000001']]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1_048_576);
  });

  it('survives a sheet whose cells outgrow the memory of its reader', async () => {
    const cells = '<c r="A1" t="inlineStr"><is><t>x</t></is></c>'.repeat(1_000_000);
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
    const file = makeSheet([['A1']], { 'xl/worksheets/sheet1.xml': Buffer.from(sheet) });
    await readSheetRows(file, 10).catch((error: Error) => expect(error.message).toBe('sheet.invalid'));
    expect(await readSheetRows(makeSheet([['B2']]), 10)).toEqual([['B2']]);
  });
});
