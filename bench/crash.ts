// Kills the server, and then its database, with SIGKILL while devices report over raw sockets, five times each, and
// looks afterwards whether every report whose device was answered is in the table. `npx tsx bench/crash.ts`.
// Ends with 1 when one is missing.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import { openDatabase } from '@helioport/server/platform/db';
import { startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';

const ROUNDS = 5;
const DEVICES = 40;
/** How long devices report before and after each kill. */
const CALM_MS = 2_000;
const ANSWER_WITHIN_MS = 20_000;
const UP_WITHIN_MS = 60_000;

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
const dataDir = fs.mkdtempSync(path.join(base, 'helioport-crash-'));

const serialOf = (device: number) => (0xc0000000 + device).toString(16).toUpperCase();

/** The n-th frame of a device: its energy counter is n counts, by which it is recognised afterwards. */
function frame(device: number, n: number): Uint8Array {
  const words = frameFromReading({
    serial: serialOf(device),
    modelByte: 0xe6,
    stateByte: 6,
    powerW: 500,
    dcVoltageV: 33,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 30,
    energyTodayWh: 0,
    statusBits: 0,
    channels: Array.from({ length: 4 }, () => ({ voltageV: 33, powerW: 125, energyTodayWh: 0 })),
  });
  return encodeFrame({ ...words, energyRaw: n });
}

/** True when the device was told the time, which is the promise that its frame is kept. */
function post(port: number, body: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      const head = `POST /t.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(/\r\n\r\n\d{14}$/.test(answer)));
  });
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts the real server as a process of its own and resolves when it says that it is ready. */
async function startServer(port: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'off',
    MQTT: 'off',
    LOG_LEVEL: 'fatal',
  };
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('the server did not come up')), UP_WITHIN_MS);
    let words = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      if (!words.includes('ready')) return;
      clearTimeout(tooLate);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
  return child;
}

const databasePid = () =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Devices that report without end, say the same again until they are answered, and remember what was answered. */
function startDevices(port: number) {
  const answered = new Map<number, number[]>();
  let isRunning = true;
  let unanswered = 0;
  const devices = Array.from({ length: DEVICES }, async (_, device) => {
    const mine: number[] = [];
    answered.set(device, mine);
    for (let n = 1; isRunning && n < 0x10000; ) {
      if (await post(port, frame(device, n))) mine.push(n++);
      else {
        unanswered++;
        await sleep(50);
      }
    }
  });
  const count = () => [...answered.values()].reduce((sum, list) => sum + list.length, 0);
  return {
    answered,
    count,
    unanswered: () => unanswered,
    /** Resolves when devices are answered again. */
    async isServed() {
      const before = count();
      const deadline = Date.now() + UP_WITHIN_MS;
      while (count() < before + DEVICES) {
        if (Date.now() > deadline) throw new Error('devices are no longer answered');
        await sleep(50);
      }
    },
    async stop() {
      isRunning = false;
      await Promise.all(devices);
    },
  };
}

async function missing(answered: ReadonlyMap<number, number[]>): Promise<number> {
  const postgres = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres') });
  const database = openDatabase(postgres.url);
  let lost = 0;
  for (const [device, numbers] of answered) {
    // 36.2 stored steps a count.
    const { rows } = await database.pool.query<{ energy: number }>(
      `select distinct energy from report where device_id = (select id from devices where serial = $1)`,
      [serialOf(device)],
    );
    const stored = new Set(rows.map((row) => row.energy));
    lost += numbers.filter((n) => !stored.has(Math.round(n * 36.2))).length;
  }
  await database.close();
  await postgres.stop();
  return lost;
}

const port = await freePort();
let server = await startServer(port);
const devices = startDevices(port);
try {
  for (const victim of ['server', 'database'] as const) {
    for (let round = 1; round <= ROUNDS; round++) {
      await devices.isServed();
      await sleep(CALM_MS * (0.5 + Math.random()));
      const before = devices.count();
      const killedAt = performance.now();
      if (victim === 'server') {
        const gone = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGKILL');
        await gone;
        server = await startServer(port);
      } else {
        process.kill(databasePid(), 'SIGKILL');
      }
      await devices.isServed();
      const backMs = Math.round(performance.now() - killedAt);
      console.log(
        `${victim} killed, round ${round}: ${before} answered before, served again after ${backMs} ms`,
      );
    }
  }
  await sleep(CALM_MS);
  await devices.stop();
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  const lost = await missing(devices.answered);
  console.log(
    `${devices.count()} reports were answered (${devices.unanswered()} tries were not); ${lost} of the answered are missing`,
  );
  process.exitCode = lost === 0 ? 0 : 1;
} finally {
  if (server.exitCode === null) server.kill('SIGKILL');
  // A killed server leaves its database running; nobody else would end it.
  if (fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))) process.kill(databasePid(), 'SIGQUIT');
  fs.rmSync(dataDir, { recursive: true, force: true });
}
