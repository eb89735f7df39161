// Runs a process that evaluates plants while any are due. Its calculations would delay calls in this process; its lower
// priority uses idle time.
import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { startPolling } from '../platform/pollingLoop.ts';
import { isAnythingDue } from '../timeseries/analytics/marks.ts';
import type { JobParts } from './jobParts.ts';

/** Settings sent to the process; not passed as arguments, which every user of the host can read. */
export interface EvaluationSettings {
  databaseUrl: string;
  logLevel: string;
  weather: Config['weather'];
  weatherUrl: string | undefined;
  /** By how much its clock is ahead of the host's, for tests. */
  aheadMs: number;
}

interface Parts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  settings: EvaluationSettings;
  lookEveryMs?: number;
}

const LOOK_EVERY_MS = 2_000;
/** Heap of the process: a plant of ten thousand modules and its state, MB. */
const HEAP_MB = 1_024;
/** Below everything that serves requests; see setpriority(2). */
const NICE = 10;
/** Time after which a process that does not stop is killed. */
const END_WITHIN_MS = 10_000;

/** Starts the process whenever an evaluation is due; it exits after some time without work. */
export function startEvaluationProcess({ db, clock, log, settings, lookEveryMs = LOOK_EVERY_MS }: Parts): {
  stop(): Promise<void>;
} {
  let child: ChildProcess | undefined;
  const start = () => {
    const script = fileURLToPath(new URL('./evaluationProcess.ts', import.meta.url));
    const loader = import.meta.resolve('tsx');
    const started = fork(script, [], {
      execArgv: ['--import', loader, `--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (started.pid !== undefined) lowerPriority(started.pid);
    started.once('error', (error) => log.error({ err: error }, 'evaluation process not started'));
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined;
      if (code !== 0 && signal !== 'SIGTERM') log.error({ code, signal }, 'evaluation process ended');
    });
    started.send(settings);
    child = started;
  };
  const loop = startPolling(
    async () => {
      if (!child && (await isAnythingDue(db, clock()))) start();
    },
    lookEveryMs,
    (error) => log.warn({ err: error }, 'due plants could not be read'),
  );
  return {
    async stop() {
      await loop.stop();
      const running = child;
      if (!running) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      if (running.connected) running.send('stop');
      const timer = setTimeout(() => running.kill('SIGKILL'), END_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICE);
  } catch {
    // A sandboxed host may forbid it.
  }
}
