// Runs the example of the guide to importing history on a real server and evaluates the result.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { secretsOf } from '../src/repositories/secrets.ts';
import { freshDatabase, type TestDatabase } from './harness.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { isInstalled } from './programs.ts';

const guide = fs.readFileSync(
  fileURLToPath(new URL('../../docs/guides/import-history.md', import.meta.url)),
  'utf8',
);
const example = /```python\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const run = promisify(execFile);

const DAYS = 45;
const FAULT_AFTER_DAYS = 20;
const SERIALS = [1, 2, 3, 4].map((number) => `sunhall.DUO-000${number}`);
/** The plant of the example has the time of Nairobi, UTC+3 all year. */
const OFFSET_MS = 3 * HOUR_MS;

/** Power of a module of 420 W near the equator, between 6:30 and 18:30. */
const powerAt = (hour: number, day: number): number => {
  const sun = Math.max(0, Math.sin((Math.PI * (hour - 6.5)) / 12));
  return 340 * sun ** 1.2 * (1 - 0.05 * Math.sin(day));
};

function history(untilMs: number): string {
  const lines = ['time,sn,input,voltage,power,energy'];
  const counters = new Map<string, number>();
  for (let day = 0; day < DAYS; day++) {
    const startMs = untilMs - (DAYS - day) * DAY_MS;
    for (let minute = 390; minute <= 1_110; minute += 10) {
      const time = new Date(startMs + minute * MINUTE_MS).toISOString();
      for (const sn of SERIALS)
        for (const input of [1, 2]) {
          const isFaulty = sn === SERIALS[2] && input === 2 && day >= FAULT_AFTER_DAYS;
          const power = powerAt(minute / 60, day) * (isFaulty ? 0.5 : 1) * (1 - 0.004 * input);
          const energy = (counters.get(`${sn} ${input}`) ?? 1_000) + power / 6;
          counters.set(`${sn} ${input}`, energy);
          lines.push([time, sn, input, 34.5, power.toFixed(1), energy.toFixed(1)].join(','));
        }
    }
  }
  return lines.join('\n');
}

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@import.test', group: 'administrator' });
  });
  server = await startProcess({ DATABASE_URL: database.url, DATABASE_CONNECTIONS: '8' });
});
afterAll(async () => {
  await server?.kill();
  await database?.close();
});

it.skipIf(!isInstalled('python3'))(
  'the example imports a history, waits for it and finds the fault',
  async () => {
    const todayMs = Math.floor((Date.now() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS;
    fs.writeFileSync(path.join(server.folder, 'history.csv'), history(todayMs));
    fs.writeFileSync(path.join(server.folder, 'example.py'), example);
    const { replay } = await secretsOf(database.db);
    const { stdout } = await run('python3', ['example.py'], {
      cwd: server.folder,
      env: {
        ...process.env,
        HELIOPORT_URL: server.url,
        HELIOPORT_ACCOUNT: 'admin@import.test',
        HELIOPORT_PASSWORD: 'helioport-demo',
        HELIOPORT_REPLAY_TOKEN: replay,
      },
    });
    const lastDay = new Date(todayMs + OFFSET_MS - DAY_MS).toISOString().slice(0, 10);
    expect(stdout).toContain(`evaluated until ${lastDay}`);
    const found = stdout.split('\n').slice(1, -1);
    expect(found.map((line) => line.split(' ')[1])).toEqual([`${SERIALS[2]}_2`]);
  },
);

/** Sends the whole body before it reads, and prints the status and the answer. */
const tooLong = `import os, urllib.error, urllib.request
request = urllib.request.Request(os.environ["HELIOPORT_URL"] + "/ingest/replay", data=b"x" * 20_000_000)
request.add_header("Authorization", "Bearer " + os.environ["HELIOPORT_REPLAY_TOKEN"])
try:
    urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
`;

it.skipIf(!isInstalled('python3'))(
  'a client in Python gets the limit of a body that is too long',
  async () => {
    const { replay } = await secretsOf(database.db);
    const { stdout } = await run('python3', ['-c', tooLong], {
      env: { ...process.env, HELIOPORT_URL: server.url, HELIOPORT_REPLAY_TOKEN: replay },
    });
    expect(stdout).toBe('413 {"error":"request too large: at most 8 MB per request"}\n');
  },
);
