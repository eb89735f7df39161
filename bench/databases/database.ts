// Another database for comparison: a program from the system's packages, with its own folder and a loopback port.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a store is asked. `fromMs` to `toMs`, the end not included; a day or many, by the calendar of UTC. */
export interface Span {
  siteId: number;
  fromMs: number;
  toMs: number;
}

export interface Database {
  name: string;
  /** Takes lines of the line protocol with times in ms. */
  write(lines: string): Promise<void>;
  /** Writes all it has to disk and merges it. */
  settle(): Promise<void>;
  /** Power of the plant in steps of five minutes. */
  day(span: Span): Promise<unknown>;
  /** Power of every module in steps of five minutes. */
  playback(span: Span): Promise<unknown>;
  /** Energy of the plant by days. */
  days(span: Span): Promise<unknown>;
  /** Bytes on disk. */
  bytes(): number;
  stop(): Promise<void>;
}

/** Where a program is, or undefined. */
export const programOf = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file));

export async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** A new folder for a store. */
export const newFolder = (name: string): string =>
  fs.mkdtempSync(path.join(process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir(), `helioport-bench-${name}-`));

/** Bytes of all files below a folder. */
export const bytesIn = (folder: string): number =>
  fs.readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum;
    return sum + fs.statSync(path.join(entry.parentPath, entry.name)).size;
  }, 0);

/** Starts a program and waits until `url` answers. */
export async function launch(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  url: string,
): Promise<ChildProcess> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  for (let i = 0; i < 300; i++) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    const isUp = await fetch(url).then(
      (answer) => answer.status < 500,
      () => false,
    );
    if (isUp) return child;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${program} did not come up`);
}

/** Ends it and removes its folder. */
export async function end(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  fs.rmSync(folder, { recursive: true, force: true });
}

/** The body of a successful answer. */
export async function fetchText(url: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}
