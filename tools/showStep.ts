/** Shows a progress line in a terminal; without arguments, clears it. */
export function showStep(done?: number, of?: number, name?: string): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r\x1b[K${done === undefined ? '' : `${done + 1}/${of} ${name}`}`);
}
