// Throws ten thousand hostile files at the reader of sheets and counts what became of them:
// `npx tsx bench/sheets.ts [count] [seed]`. Exits 1 where the memory of the process grew.

import { readSheetRows } from '@helioport/server/platform/sheets';
import { hostileSheet } from '@helioport/server/seed/hostileSheets';

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 20_261_122);
/** What the process may hold more at the end than after its first files, MB. */
const GROWTH_MB = 150;

const residentMb = () => process.memoryUsage().rss / 1_048_576;
const outcomes = new Map<string, number>();
let before = 0;
let slowestMs = 0;
const startedAt = performance.now();

async function throwOne(i: number): Promise<void> {
  const from = performance.now();
  const outcome = await readSheetRows(hostileSheet(seed, i), 50_000).then(
    () => 'read',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
  slowestMs = Math.max(slowestMs, performance.now() - from);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

for (let i = 0; i < count; i += 2) {
  await Promise.all([throwOne(i), throwOne(i + 1)]);
  if (i === Math.min(200, count - 2)) before = residentMb();
}
const after = residentMb();
console.log({
  count,
  outcomes: Object.fromEntries(outcomes),
  seconds: Math.round((performance.now() - startedAt) / 1000),
  slowestMs: Math.round(slowestMs),
  beforeMb: Math.round(before),
  afterMb: Math.round(after),
});
process.exit(after - before > GROWTH_MB ? 1 : 0);
