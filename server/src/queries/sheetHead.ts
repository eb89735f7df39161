// The first row of an uploaded sheet, where it names the columns.
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { fail } from '../platform/failure.ts';
import { translate } from '../platform/texts.ts';
import { isWholeSn } from './hardware.ts';

export const namesSerial = /^(sn|s\/n)$|serial|serie|série|seryjn|序列|シリアル/i;
export const namesModel = /model|modèle|modell|modelo|modello|型号|モデル|型番/i;
export const namesBatch = /batch|lot|charge|partij|partia|批次|ロット/i;

/** A first row without any digit names the columns. */
const isHead = (cells: readonly string[]) => cells.some((cell) => cell !== '') && !/\d/.test(cells.join(''));

/**
 * Returns a function that finds the column of a name, -1 for none; undefined if the first row contains data. `hasHead`:
 * stated by the caller; null: detected.
 */
export function sheetHead(
  rows: readonly (readonly string[])[],
  hasHead: boolean | null = null,
): ((name: RegExp) => number) | undefined {
  const [first = []] = rows;
  return (hasHead ?? isHead(first)) ? (name) => first.findIndex((cell) => name.test(cell.trim())) : undefined;
}

/** Limits of the first row as quoted in a failure. */
const QUOTED_CELLS = 8;
const QUOTED_LETTERS = 40;

/**
 * Fails if the sheet is of another kind, such as a price list: no column is named as that of serial numbers, and no
 * row has one. `expected`: texts that name the columns which the call reads; `lan`: language of the caller.
 */
export function demandSerialColumn(
  cells: readonly (readonly string[])[],
  found: { isNamed: boolean; serials: readonly string[]; expected: readonly string[]; lan: number },
): void {
  if (found.isNamed || found.serials.some((serial) => isWholeSn(canonicalSn(serial)))) return;
  const first = cells[0] ?? [];
  const quoted = first.map((cell) => cell.trim().slice(0, QUOTED_LETTERS)).filter((cell) => cell !== '');
  fail('sheet.wrongColumns', {
    what: found.expected.map((key) => translate(found.lan, key)).join(', '),
    value: quoted.slice(0, QUOTED_CELLS).join(', ') || '-',
  });
}
