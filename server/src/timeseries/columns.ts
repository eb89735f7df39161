// Columns of a batch as PostgreSQL array literals. The driver's own conversion of arrays escapes every element and is
// several times slower than joining numbers, which need no escape.

type Cell = number | null;

/** `{1,NULL,3}`. */
export function numbers(values: readonly Cell[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ',';
    text += values[i] ?? 'NULL';
  }
  return `${text}}`;
}

/** `{"{1,2}",NULL}`: an array of array literals, to be cast one by one, because SQL arrays cannot be ragged. */
export function numberLists(values: readonly (readonly Cell[] | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const list = values[i];
    if (i > 0) text += ',';
    text += list ? `"${numbers(list)}"` : 'NULL';
  }
  return `${text}}`;
}

/** `{a,b}` for texts without characters to escape: serial numbers, days, hex digits. */
export const plainTexts = (values: readonly string[]): string => `{${values.join(',')}}`;

/** Instant of a timestamptz column in ms, as a number that the driver returns without conversion. */
export const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
