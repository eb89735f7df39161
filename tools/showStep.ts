/** One line that says how far a long work is, where a person looks on; without arguments it is wiped away. */
export function showStep(done?: number, of?: number, name?: string): void {
  if (!process.stdout.isTTY) return;
  process.stdout.write(`\r\x1b[K${done === undefined ? '' : `${done + 1}/${of} ${name}`}`);
}
