// Runs a job on untrusted bytes in a child process with bounds on memory and time. A worker thread is no bound: a heap
// that overflows there ends the whole process, and buffers outside the heap are not limited at all.
import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

export interface ChildBounds {
  /** JavaScript heap of the child, MB. */
  heapMb: number;
  /** Resident memory of the child, native buffers included, MB. */
  memoryMb: number;
  /** Processor time for one job, ms, so that a busy machine does not refuse a good file. */
  cpuMs: number;
  /** Time until a job is given up, ms; a minute if it is not stated, more for jobs that need more. */
  waitMs?: number;
}

/** Why a job has no result. `failed`: the script reported an error; `busy`: the machine was too busy to run it. */
export type ChildFailure = 'failed' | 'memory' | 'time' | 'busy' | 'ended';

export type ChildResult<T> = { ok: true; value: T } | { ok: false; failure: ChildFailure; reason: string };

/** What a script sends back for one job. */
interface Reply {
  value?: unknown;
  error?: string;
}

/** How often memory and processor time of a child are read, ms. */
const CHECK_MS = 20;
const WAIT_MS = 60_000;
/** A job is not given up before it had this many times its processor time. */
const PATIENCE = 3;
const MEGABYTE = 1_048_576;
/** Below everything that serves requests; see setpriority(2). */
const NICE = 10;
/** The kernel kills the child first when the host runs out of memory; see proc(5). */
const OOM_SCORE = '1000';
const PAGE_BYTES = 4096;
/** Clock ticks of /proc are hundredths of a second on every Linux; see USER_HZ in time(7). */
const TICK_MS = 10;

/** Starts the script as a child with no environment, low priority and a bounded heap. */
export function startChild(script: URL, { heapMb }: Pick<ChildBounds, 'heapMb'>): ChildProcess {
  const child = fork(fileURLToPath(script), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICE);
    if (process.platform === 'linux') fs.writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch {
    // A sandboxed host may forbid either; the bounds of the job hold without them.
  }
}

/** Resident bytes of a process; undefined if the system does not provide it. */
function residentBytes(pid: number): number | undefined {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}

/** Processor time that a process has used, ms; undefined if the system does not provide it. See proc(5), fields 14 and 15. */
function usedCpuMs(pid: number): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes second, in parentheses, and can contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/**
 * Sends one job to a running child and resolves with its reply; a child that exceeds a bound is killed. Never rejects.
 * The child runs one job at a time.
 */
export function runJob<T>(
  child: ChildProcess,
  job: unknown,
  { memoryMb, cpuMs, waitMs = Math.max(WAIT_MS, PATIENCE * cpuMs) }: ChildBounds,
): Promise<ChildResult<T>> {
  return new Promise((resolve) => {
    let killedFor: 'memory' | 'time' | 'busy' | undefined;
    const kill = (why: 'memory' | 'time' | 'busy') => {
      killedFor ??= why;
      child.kill('SIGKILL');
    };
    const pid = child.pid ?? 0;
    const usedBefore = usedCpuMs(pid);
    // Without a reading of the processor time, the time that passes is the bound.
    const timer =
      usedBefore === undefined
        ? setTimeout(() => kill('time'), cpuMs)
        : setTimeout(() => kill('busy'), waitMs);
    const watch = setInterval(() => {
      if ((residentBytes(pid) ?? 0) > memoryMb * MEGABYTE) kill('memory');
      if ((usedCpuMs(pid) ?? 0) - (usedBefore ?? 0) > cpuMs) kill('time');
    }, CHECK_MS);
    const finish = (result: ChildResult<T>) => {
      clearTimeout(timer);
      clearInterval(watch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(result);
    };
    const onMessage = ({ value, error }: Reply) =>
      finish(
        error === undefined
          ? { ok: true, value: value as T }
          : { ok: false, failure: 'failed', reason: error },
      );
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      finish({ ok: false, failure: killedFor ?? 'ended', reason: `child process ended (${signal ?? code})` });
    const onError = (error: Error) => finish({ ok: false, failure: 'ended', reason: error.message });
    child.once('message', onMessage).once('exit', onExit).once('error', onError);
    if (!child.connected) return onExit(child.exitCode, child.signalCode);
    // The callback keeps a closed channel from raising an unhandled error event.
    child.send(job as object, (error) => error && onError(error));
  });
}

/** Runs one job in a separate process, so that uploads cannot affect each other. Never rejects. */
export async function runInChild<T>(script: URL, job: unknown, bounds: ChildBounds): Promise<ChildResult<T>> {
  const child = startChild(script, bounds);
  try {
    return await runJob<T>(child, job, bounds);
  } finally {
    child.kill('SIGKILL');
  }
}
