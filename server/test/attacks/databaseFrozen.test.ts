// A database that neither answers nor ends: its processes are suspended while /readyz is polled far more often than any
// balancer does.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../processes.ts';

let server: ServerProcess;
let suspended: number[] = [];
const resume = () => {
  for (const pid of suspended.splice(0)) process.kill(pid, 'SIGCONT');
};
beforeAll(async () => {
  server = await startProcess({ LOG_LEVEL: 'silent' });
}, 600_000);
afterAll(async () => {
  resume();
  await server?.kill();
});

const ready = async () => {
  const startedAt = performance.now();
  const answer = await fetch(`${server.url}/readyz`);
  const { reason } = (await answer.json()) as { reason?: string };
  return { status: answer.status, reason, ms: performance.now() - startedAt };
};

/** The postmaster and all of its children. */
function databaseProcesses(): number[] {
  const [pid = ''] = fs
    .readFileSync(path.join(server.folder, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n');
  const parentOf = (child: string) => {
    const fields = fs.readFileSync(`/proc/${child}/stat`, 'utf8').replace(/^.*\) /s, '');
    return fields.split(' ')[1];
  };
  const isChild = (name: string) => {
    try {
      return parentOf(name) === pid;
    } catch {
      // It has ended since.
      return false;
    }
  };
  const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return [pid, ...children].map(Number);
}

it.runIf(process.platform === 'linux')(
  'is reported within a bound by a process that goes on, and over when it answers again',
  { timeout: 600_000 },
  async () => {
    expect((await ready()).status).toBe(200);
    suspended = databaseProcesses();
    for (const pid of suspended) process.kill(pid, 'SIGSTOP');
    await expect.poll(async () => (await ready()).reason, { timeout: 60_000 }).toBe('database');
    // Longer than the limit of one check, so that several time out meanwhile.
    const until = performance.now() + 12_000;
    let polls = 0;
    let slowestMs = 0;
    while (performance.now() < until) {
      const answers = await Promise.all(Array.from({ length: 100 }, ready));
      polls += answers.length;
      slowestMs = Math.max(slowestMs, ...answers.map(({ ms }) => ms));
      expect(answers.every(({ status, reason }) => status === 503 && reason === 'database')).toBe(true);
    }
    expect(polls).toBeGreaterThan(1_000);
    // Never the limits of the database, only that of this busy machine.
    expect(slowestMs).toBeLessThan(2_500);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    resume();
    await expect.poll(async () => (await ready()).status, { timeout: 60_000 }).toBe(200);
  },
);
