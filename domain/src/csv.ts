// Texts in files that spreadsheets read, written by the portal and by the server.

/** A text as a cell of RFC 4180; one that a spreadsheet would run as a formula is made text. */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
