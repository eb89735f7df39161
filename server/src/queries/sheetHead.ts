// The first row of an uploaded sheet, where it names the columns.

export const namesSerial = /^(sn|s\/n)$|serial|serie|série|seryjn|序列|シリアル/i;

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
