// Runs a program and starts it again when it crashes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_LOST } from '@helioport/server/platform/dataLock';

export interface Supervised {
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Called when the program has crashed and is started again after `delayMs`. */
  onRestart: (how: string, delayMs: number) => void;
}

/** What the program sends over its IPC channel when it serves. */
export const READY = 'ready';

/** A crash after so long counts as the first one again. */
const STABLE_MS = 30_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 30_000;

/** Pause before restart number `count` in a row, from 1: a tenth of a second, a second, then doubling to 30 s. */
export const restartDelayMs = (count: number): number =>
  count === 1 ? FIRST_DELAY_MS : Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** (count - 2));

/**
 * Runs the program until it exits with code 0 or 78, is stopped by `stop`, or exits before it was ever ready, which
 * indicates invalid settings. Resolves with its exit code. The program exits when the IPC channel closes, so that it does
 * not outlive the supervisor.
 */
export function supervise({ command, args, cwd, env, onRestart }: Supervised): {
  ended: Promise<number>;
  stop: (signal: NodeJS.Signals) => void;
} {
  let child: ChildProcess | undefined;
  let isStopping = false;
  const waiting = new AbortController();

  const runOnce = () =>
    new Promise<{ code: number | null; signal: NodeJS.Signals | null; wasReady: boolean }>((resolve) => {
      let wasReady = false;
      const one = spawn(command, args, {
        ...(cwd === undefined ? {} : { cwd }),
        env: env ?? process.env,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      });
      child = one;
      one.on('message', (message) => {
        if (message === READY) wasReady = true;
      });
      one.once('error', () => resolve({ code: 1, signal: null, wasReady }));
      one.once('exit', (code, signal) => resolve({ code, signal, wasReady }));
    });

  const run = async (): Promise<number> => {
    let crashes = 0;
    let hasServed = false;
    for (;;) {
      const startedAt = performance.now();
      const { code, signal, wasReady } = await runOnce();
      hasServed ||= wasReady;
      if (isStopping || code === 0 || code === LOCK_LOST || !hasServed) return code ?? 1;
      crashes = performance.now() - startedAt > STABLE_MS ? 1 : crashes + 1;
      const delayMs = restartDelayMs(crashes);
      onRestart(signal ? `signal ${signal}` : `exit code ${code}`, delayMs);
      await sleep(delayMs, undefined, { signal: waiting.signal }).catch(() => undefined);
      if (isStopping) return 0;
    }
  };

  return {
    ended: run(),
    stop(signal) {
      isStopping = true;
      waiting.abort();
      child?.kill(signal);
    },
  };
}

/** Starts a process that `start` makes, and again when it ends with a signal or another code than 0, until `end`. */
export function keepRunning(
  start: () => ChildProcess,
  onRestart: Supervised['onRestart'],
): { end: () => Promise<void> } {
  let child: ChildProcess;
  let crashes = 0;
  let isEnding = false;
  let again: NodeJS.Timeout | undefined;
  const run = () => {
    const startedAt = performance.now();
    child = start();
    child.once('exit', (code, signal) => {
      if (isEnding || code === 0) return;
      crashes = performance.now() - startedAt > STABLE_MS ? 1 : crashes + 1;
      const delayMs = restartDelayMs(crashes);
      onRestart(signal ? `signal ${signal}` : `exit code ${code}`, delayMs);
      again = setTimeout(run, delayMs);
    });
  };
  run();
  return {
    async end() {
      isEnding = true;
      clearTimeout(again);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
