// Texts in files that spreadsheets read, written by the portal and by the server.

/** Characters that begin a formula, in full width too. */
const BEGINS = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const atStart = new RegExp(`^[\\s"\\p{Cf}]*[${BEGINS}]|^[\\t\\r\\n]`, 'u');
/** Where a spreadsheet that separates cells otherwise than by commas begins another cell, or another row. */
const afterSeparator = new RegExp(`([;|\\t\\r\\n][\\s"\\p{Cf}]*)(?=[${BEGINS}])`, 'gu');

/** A text as a cell of RFC 4180; what a spreadsheet would run as a formula, whatever separates its cells, is made text. */
export function csvText(text: string): string {
  const parted = text.replace(afterSeparator, "$1'");
  const safe = atStart.test(text) ? `'${parted}` : parted;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
