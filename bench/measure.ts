// Medians of repeated runs, and the words in which they are reported.
import fs from 'node:fs';
import os from 'node:os';
import type { BenchWorld } from './world.ts';

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

/** Warm-up of server and client before a request is measured, ms. */
const WARM_MS = 1_500;

/** The same of a server that has got warm by this question. */
export async function warmTimesOf(work: () => Promise<unknown>, runs: number): Promise<number[]> {
  const until = performance.now() + WARM_MS;
  while (performance.now() < until) await work();
  return await timesOf(work, runs);
}

/** The value below which the share `q` of the sorted `values` lies. */
export const quantile = (values: readonly number[], q: number): number =>
  values[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN;

export const hostDescription = (): string =>
  `${os.cpus().length} cores ${os.cpus()[0]?.model ?? ''}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${os.platform()}`;

/** User and system time of processes, with that of their ended children. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      // It has ended since it was listed.
    }
  }
  return ticks / 100;
}

/** The same of the database of a world: the process that owns the others, and those. */
export function databaseSeconds(world: BenchWorld): number {
  const parentOf = (pid: string) => {
    try {
      return Number(
        fs
          .readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
    } catch {
      return -1;
    }
  };
  const owner = world.databasePid() ?? -1;
  const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === owner);
  return cpuSeconds([owner, ...children.map(Number)]);
}
