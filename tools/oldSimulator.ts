// A simulator that survives a crash of `npm start` would report in parallel with that of the next start.
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessIdentity, placeHere, startOf, stateOf } from '@helioport/server/platform/processPlace';

const fileIn = (dataDir: string): string => path.join(dataDir, 'simulator.pid');
const ENDS_WITHIN_MS = 5_000;

/** Records a simulator until it ends. */
export function noteSimulator(dataDir: string, child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const identity: ProcessIdentity = { ...placeHere(), pid, started: startOf(pid) ?? '' };
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(fileIn(dataDir), JSON.stringify(identity), { mode: 0o600 });
  child.once('exit', () => fs.rmSync(fileIn(dataDir), { force: true }));
}

/** Ends the recorded simulator if it still runs: asks first, then kills. Only for the holder of the data folder. */
export async function endOldSimulator(dataDir: string): Promise<void> {
  const file = fileIn(dataDir);
  if (!fs.existsSync(file)) return;
  let identity: ProcessIdentity | undefined;
  try {
    identity = JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    // Truncated by the crash: the simulator exits when its input closes.
  }
  const isAlive = () => identity !== undefined && identity.pid > 1 && stateOf(identity, dataDir) === 'alive';
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!identity || !isAlive()) break;
    process.kill(identity.pid, signal);
    for (let waitedMs = 0; isAlive() && waitedMs < ENDS_WITHIN_MS; waitedMs += 50) await sleep(50);
  }
  fs.rmSync(file, { force: true });
}
