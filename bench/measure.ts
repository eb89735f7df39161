// Medians of repeated runs, and the words in which they are reported.
import os from 'node:os';

/** Runs `work` `warmup` + `runs` times, one after the other; returns the counted times in ms, sorted. */
export async function timesOf(work: () => Promise<unknown>, runs: number, warmup = 5): Promise<number[]> {
  const times: number[] = [];
  for (let i = -warmup; i < runs; i++) {
    const startedAt = performance.now();
    await work();
    if (i >= 0) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

/** The value below which the share `q` of the sorted `values` lies. */
export const quantile = (values: readonly number[], q: number): number =>
  values[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN;

export const machine = (): string =>
  `${os.cpus().length} cores ${os.cpus()[0]?.model ?? ''}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${os.platform()}`;
