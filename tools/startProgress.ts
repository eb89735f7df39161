// What `npm start` tells people while it starts: a numbered line for each part, in a terminal with its time.
import type { StartStep } from '@helioport/server/main';

const textOf = (step: StartStep): string => {
  if (step.name === 'database') return '2/4 Starting the database';
  if (step.name === 'demo') return '4/4 Preparing the demo data';
  if (step.waiting === 0) return '3/4 Database schema is up to date';
  return `3/4 Updating the database schema (${step.waiting} migration${step.waiting === 1 ? '' : 's'})`;
};

export interface StartProgress {
  onPortal(isBuilt: boolean): void;
  onStep(step: StartStep): void;
  onRows(migration: string, rows: number): void;
  /** Ends the last line. */
  finish(): void;
}

/** Prints the parts of a start. In a terminal the line of a part also gets its time and its progress. */
export function createStartProgress(
  out: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
  clock: () => number = () => performance.now(),
): StartProgress {
  let open: { text: string; since: number } | undefined;

  function finish(): void {
    if (open && out.isTTY)
      out.write(`\r\x1b[K${open.text} (${((clock() - open.since) / 1000).toFixed(1)} s)\n`);
    open = undefined;
  }

  function begin(text: string): void {
    finish();
    open = { text, since: clock() };
    out.write(out.isTTY ? `${text}…` : `${text}\n`);
  }

  return {
    finish,
    onPortal: (isBuilt) => begin(isBuilt ? '1/4 Portal is up to date' : '1/4 Building the portal'),
    onStep: (step) => begin(textOf(step)),
    onRows(migration, rows) {
      if (open && out.isTTY) out.write(`\r\x1b[K${open.text}… ${migration}: ${rows} rows`);
    },
  };
}
