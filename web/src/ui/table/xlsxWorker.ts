// Writes a sheet in a thread of its own: a hundred thousand rows take seconds, and the page goes on meanwhile.
import writeSheet from 'write-excel-file/universal';
import type { Cell } from './csv.ts';
import type { SheetAsked } from './xlsx.ts';

const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<SheetAsked>) => void;
  postMessage: (answer: Blob | { error: string }) => void;
};

/** Texts are texts: nothing that somebody has typed is run as a formula. Six decimals are finer than any measurement. */
const cellOf = (cell: Cell) => {
  if (cell === null || cell === undefined || cell === '') return null;
  return typeof cell === 'number'
    ? { value: Number(cell.toFixed(6)), type: Number }
    : { value: cell, type: String };
};

thread.onmessage = async ({ data: { header, rows } }) => {
  try {
    const head = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    thread.postMessage(await writeSheet([head, ...rows.map((row) => row.map(cellOf))]).toBlob());
  } catch (error) {
    thread.postMessage({ error: String(error) });
  }
};
