// The product as `npm start` runs it, its processes, and the memory that they take.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, kill } from '../crashParts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 240_000;
const PAGE_BYTES = 4096;

/** What else runs on the machine must not be measured; only root may do this. */
const PREFERRED = -5;
export function prefer(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, PREFERRED);
  } catch {
    // Without the right it runs as everything else.
  }
}

export interface Processes {
  supervisor: number | undefined;
  server: number | undefined;
  database: number | undefined;
  simulator: number | undefined;
}

export type Victim = keyof Processes;
export const victims = ['server', 'database', 'simulator', 'supervisor'] as const satisfies readonly Victim[];

/** Bytes. Shared memory of the database is of a fixed size and fills up as pages are read, so it is apart. */
export interface Memory {
  server: number;
  /** Simulator and the processes that read untrusted files. */
  children: number;
  database: number;
  databaseShared: number;
  all: number;
}

export interface Product {
  url: string;
  port: number;
  mqttPort: number;
  folder: string;
  processes(): Processes;
  memory(): Memory;
  /** Starts the supervisor again after it was killed, as a service manager does. */
  startAgain(): Promise<void>;
  /** Lines of the server and its supervisor that match. */
  lines(pattern: RegExp): string[];
  stop(): Promise<void>;
}

interface Entry {
  pid: number;
  parent: number;
  rssBytes: number;
}

function allProcesses(): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = textOf(`/proc/${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    // A zombie has ended; its parent has not asked for its exit code yet.
    if (fields.length < 22 || fields[0] === 'Z') continue;
    const pid = Number(name);
    entries.set(pid, { pid, parent: Number(fields[1]), rssBytes: Number(fields[21]) * PAGE_BYTES });
  }
  return entries;
}

const textOf = (file: string): string => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

function familyOf(entries: ReadonlyMap<number, Entry>, top: number | undefined): Entry[] {
  const first = top === undefined ? undefined : entries.get(top);
  if (!first) return [];
  const family = [first];
  for (const member of family)
    for (const entry of entries.values()) if (entry.parent === member.pid) family.push(entry);
  return family;
}

/** Its share of the memory: what it has alone, and of what it shares its part; of shared memory apart. */
function shareOf(pid: number): { own: number; shared: number } {
  const text = textOf(`/proc/${pid}/smaps_rollup`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;
  const shared = of('Pss_Shmem');
  return { own: of('Pss') - shared, shared };
}

const postmasterOf = (folder: string): number | undefined => {
  const pid = Number(textOf(path.join(folder, 'postgres', 'postmaster.pid')).split('\n')[0]);
  return pid > 0 && textOf(`/proc/${pid}/cmdline`).includes(folder) ? pid : undefined;
};

/** Seconds that the main thread of a process ran, and that it waited for a processor which others had. */
export function processorTime(pid: number | undefined): { ran: number; waited: number } {
  const [ran = 0, waited = 0] = textOf(`/proc/${pid}/schedstat`).split(' ').map(Number);
  return { ran: ran / 1e9, waited: waited / 1e9 };
}

/** The postmaster of a data folder and its children. */
export function databasePids(folder: string): number[] {
  return familyOf(allProcesses(), postmasterOf(folder)).map(({ pid }) => pid);
}

/** Starts the product with the demo data in a folder of its own, on free ports of the loopback interface. */
export async function startProduct(demoDays: number): Promise<Product> {
  // Root's temporary folders are closed to the database's user.
  const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'helioport-resilience-'));
  const [port, mqttPort] = [await freePort(), await freePort()];
  const output = path.join(folder, 'output.log');
  const { PATH, HOME } = process.env;
  let supervisor: ChildProcess;

  const launch = () => {
    const file = fs.openSync(output, 'a');
    supervisor = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'tools/supervisor.ts')], {
      cwd: root,
      env: {
        PATH,
        HOME,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        DEMO: 'on',
        DEMO_DAYS: String(demoDays),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', file, file],
    });
    prefer(supervisor.pid);
    fs.closeSync(file);
  };
  const hasEnded = () => supervisor.exitCode !== null || supervisor.signalCode !== null;
  const lines = (pattern: RegExp) =>
    textOf(output)
      .split('\n')
      .filter((line) => pattern.test(line));
  const starts = () => lines(/Helioport is ready at/).length;

  const startUntilReady = async () => {
    const before = starts();
    const deadline = performance.now() + READY_WITHIN_MS;
    launch();
    while (starts() === before) {
      if (performance.now() > deadline)
        throw new Error(`the product was not ready in time: ${lines(/./).slice(-20).join('\n')}`);
      if (hasEnded()) {
        await sleep(250);
        launch();
      }
      await sleep(50);
    }
  };

  const processes = (): Processes => {
    const entries = allProcesses();
    const family = hasEnded() ? [] : familyOf(entries, supervisor.pid);
    const named = (text: string) =>
      family.find(({ pid }) => textOf(`/proc/${pid}/cmdline`).includes(text))?.pid;
    return {
      supervisor: hasEnded() ? undefined : supervisor.pid,
      server: named('tools/start.ts'),
      database: postmasterOf(folder),
      simulator: named('simulator/src/main.ts'),
    };
  };

  await startUntilReady();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    mqttPort,
    folder,
    processes,
    lines,
    startAgain: startUntilReady,
    memory() {
      const entries = allProcesses();
      const { server, database } = processes();
      const databases = familyOf(entries, database);
      const isDatabase = new Set(databases.map(({ pid }) => pid));
      const family = familyOf(entries, supervisor.pid).filter(({ pid }) => !isDatabase.has(pid));
      const shares = databases.map(({ pid }) => shareOf(pid));
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const memory = {
        server: entries.get(server ?? 0)?.rssBytes ?? 0,
        children: sum(
          familyOf(entries, server)
            .filter(({ pid }) => pid !== server && !isDatabase.has(pid))
            .map(({ rssBytes }) => rssBytes),
        ),
        database: sum(shares.map(({ own }) => own)),
        databaseShared: sum(shares.map(({ shared }) => shared)),
      };
      return { ...memory, all: sum(family.map(({ rssBytes }) => rssBytes)) + memory.database };
    },
    async stop() {
      const left = familyOf(allProcesses(), supervisor.pid);
      await Promise.race([kill(supervisor, 'SIGTERM'), sleep(40_000)]);
      for (const { pid } of [...left, ...familyOf(allProcesses(), postmasterOf(folder))]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended, as it should.
        }
      }
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
