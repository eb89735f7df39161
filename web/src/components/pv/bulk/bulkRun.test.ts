import { expect, test } from 'vitest';
import { CallFailure } from '../../../api/failure.ts';
import { type Result, runBulk } from './bulkRun.ts';

/** What became of numbered rows. */
async function resultsOf(
  count: number,
  work: (row: number) => Promise<unknown>,
  signal = new AbortController().signal,
): Promise<Result[]> {
  const results: Result[] = [];
  const rows = Array.from({ length: count }, (_, i) => i);
  await runBulk({ rows, work, onResult: (i, result) => (results[i] = result), signal, pauseMs: 0 });
  return results;
}

test('does every row once, never more than four at once, and one refusal is that row’s alone', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const results = await resultsOf(23, async (row) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve));
    running--;
    if (row === 7) throw new CallFailure({ message: 'Only its owner may', status: 200, code: 1 });
    done.push(row);
  });
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 23 }, (_, i) => i).filter((i) => i !== 7),
  );
  expect(results).toHaveLength(23);
  expect(results[7]).toEqual({ isDone: false, why: 'Only its owner may' });
  expect(results.filter(({ isDone }) => isDone)).toHaveLength(22);
});

test('waits when the server asks for patience, but not for ever', async () => {
  let calls = 0;
  const tooFast = () => Promise.reject(new CallFailure({ message: 'Too many', status: 429 }));
  expect(await resultsOf(1, () => (calls++ < 3 ? tooFast() : Promise.resolve()))).toEqual([{ isDone: true }]);
  expect(calls).toBe(4);
  expect(await resultsOf(1, tooFast)).toEqual([{ isDone: false, why: 'Too many' }]);
});

test('begins nothing more once it is stopped, and says of the rest that it was not done', async () => {
  const stop = new AbortController();
  let begun = 0;
  const results = await resultsOf(
    10,
    async () => {
      if (++begun === 4) stop.abort();
    },
    stop.signal,
  );
  expect(begun).toBe(4);
  expect(results.map(({ isDone }) => isDone)).toEqual([...Array(4).fill(true), ...Array(6).fill(false)]);
});
