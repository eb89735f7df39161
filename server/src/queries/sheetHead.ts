// The first row of an uploaded sheet, where it names the columns.

export const namesSerial = /^(sn|s\/n)$|serial|serie|série|seryjn|序列|シリアル/i;

/** A first row without any digit names the columns. */
const isHead = (cells: readonly string[]) => cells.some((cell) => cell !== '') && !/\d/.test(cells.join(''));

/**
 * Finds the column of a name, -1 for none; undefined where the first row is one of data already. `hasHead`: what the
 * caller says of the first row; null: detected.
 */
export function sheetHead(
  rows: readonly (readonly string[])[],
  hasHead: boolean | null = null,
): ((name: RegExp) => number) | undefined {
  const [first = []] = rows;
  return (hasHead ?? isHead(first)) ? (name) => first.findIndex((cell) => name.test(cell.trim())) : undefined;
}
