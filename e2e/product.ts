// Starts the whole product for the browser stories, exactly as `npm start` does, on free ports and in a folder of its
// own, with two days of demo history.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sharedPrograms, testFolder } from '@helioport/server/test/testFolder';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running product. */
    productUrl: string;
    /** Its database, for actions without an endpoint, such as running jobs early. */
    databaseUrl: string;
    /** Its broker. */
    mqttUrl: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** Generous: seconds on an idle machine. */
const HISTORY_LIMIT_MS = 300_000;

export interface Product {
  url: string;
  /** Its folder. */
  folder: string;
  /** The process that `npm start` would be. */
  process: ChildProcess;
  /** All output since the start. */
  output: () => string;
  /** The code that creating the administrator takes; '' where it was not printed. */
  setupCode: () => string;
  stop(): Promise<void>;
}

/** Runs the product with `env` over its defaults and resolves when it has printed its addresses. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = env.DATA_DIR ?? fs.mkdtempSync(path.join(testFolder(), 'helioport-e2e-'));
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'tools/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      PROGRAM_DIR: sharedPrograms(),
      DEMO_DAYS: '2',
      LOG_LEVEL: 'warn',
      // All stories come from one address.
      STRANGER_CALLS_PER_MINUTE: '1000',
      // Receivers of webhooks in stories.
      WEBHOOK_NETWORKS: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      if (!env.DATA_DIR) fs.rmSync(folder, { recursive: true, force: true });
      resolve();
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready at (http:\S+)[\s\S]*Press Ctrl-C/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
  return {
    url,
    folder,
    process: child,
    output: () => output,
    setupCode: () => /setup#code=(\S+)/.exec(output)?.[1] ?? '',
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** URL of the embedded database of a running server, with the port from its lock file. */
function databaseUrlOf(folder: string): string {
  const port = fs.readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const password = fs.readFileSync(path.join(folder, 'postgres.secret'), 'utf8').trim();
  return `postgres://helioport:${password}@127.0.0.1:${port}/postgres`;
}

/** Waits until the simulator has sent the history of the demo plants: tests compare days and hours of it. */
async function historyStored({ folder, output }: Product): Promise<void> {
  const until = Date.now() + HISTORY_LIMIT_MS;
  while (!fs.existsSync(path.join(folder, 'demo-history'))) {
    if (Date.now() > until) throw new Error(`The demo history was not stored:\n${output()}`);
    await setTimeout(100);
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  await historyStored(product);
  project.provide('productUrl', product.url);
  project.provide('databaseUrl', databaseUrlOf(product.folder));
  project.provide('mqttUrl', /MQTT broker at (mqtt:\S+)/.exec(product.output())?.[1] ?? '');
  return () => product.stop();
}
