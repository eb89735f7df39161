// All attacks combined on the product as started by `npm start`, while devices report and other users make ordinary
// calls: `npm run resilience -- [minutes] [--kills N]`, by default 10 minutes and 10 kills of each process; --kills 0
// skips the second phase. Prints a table and writes docs/resilience.json (--to sets another file; --log keeps the
// server's log). Exit code 1 if other users are delayed, memory is not released, a process ends unexpectedly, an
// acknowledged frame is missing or a rejection is unhandled.
//
// Tested elsewhere: two containers on one data folder (server/src/platform/dataLock.test.ts), and damaged or hostile
// backups (server/src/platform/backup/hostile.test.ts).
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { devicePassword } from '@helioport/server/ingest/mqtt';
import { openDatabase } from '@helioport/server/platform/db';
import { addressOfRunning } from '@helioport/server/platform/embeddedPostgres';
import { getSetting } from '@helioport/server/repositories/settings';
import { DEMO_PASSWORD } from '@helioport/server/seed/demo';
import { serialOf } from './crashParts.ts';
import { cpuSeconds, hostDescription } from './measure.ts';
import { DEVICES } from './resilience/deviceCount.ts';
import { countFrames } from './resilience/frames.ts';
import type { Call, Message, Start, Target } from './resilience/messages.ts';
import {
  type Memory,
  type Product,
  prefer,
  processorTime,
  startProduct,
  type Victim,
  victims,
} from './resilience/product.ts';
import { type Figures, faultsOf, latencyOf, printed, printedFirst } from './resilience/report.ts';
import { createClient } from './resilience/socket.ts';

const { values, positionals } = parseArgs({
  options: { kills: { type: 'string', default: '10' }, to: { type: 'string' }, log: { type: 'string' } },
  allowPositionals: true,
});
const minutes = Number(positionals[0] ?? 10);
const kills = Number(values.kills);
if (!(minutes > 0) || !(kills >= 0)) throw new Error('usage: npm run resilience -- [minutes] [--kills N]');

const DEMO_DAYS = 3;
const CALM_WITHIN_MS = 240_000;
/** Share of one core below which the server is calm. */
const CALM_LOAD = 0.35;
const QUIET_CALLS_MS = 20_000;
const AFTER_MS = Math.min(60_000, minutes * 60_000);
const BACK_WITHIN_MS = 120_000;
/** Attackers of one process each, so that one that is busy does not slow down the others. */
const attackers = [
  ['signIns', 'readiness'],
  ['uploads'],
  ['images'],
  ['sheets'],
  ['pipelined', 'unread'],
  ['mqttSessions', 'mqttStrangers', 'mqttOversized'],
  ['liveStreams'],
  ['databasePauses'],
] as const;

const calls: Call[] = [];
const pauses: { fromMs: number; toMs?: number }[] = [];
const counts: Record<string, Record<string, number>> = {};
const brokenAttackers: string[] = [];
const running = new Set<ChildProcess>();

/** Forks a process of the test, which ends on request or when its parent is gone. */
function begin(file: string, start: Start): ChildProcess {
  const child = fork(fileURLToPath(new URL(`resilience/${file}.ts`, import.meta.url)));
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    if (code !== 0) brokenAttackers.push(`${file} ${start.attacks.join(' ')} ended with ${code}`);
  });
  child.on('message', (message: Message) => {
    if (message.kind === 'calls') calls.push(...message.calls);
    if (message.kind === 'pause') {
      const known = pauses.find(({ fromMs }) => fromMs === message.fromMs);
      if (known && message.toMs !== undefined) known.toMs = message.toMs;
      else if (!known) pauses.push({ fromMs: message.fromMs });
    }
    if (message.kind === 'counts')
      for (const [name, own] of Object.entries(message.counts)) {
        const all = counts[name] ?? {};
        counts[name] = all;
        for (const [outcome, count] of Object.entries(own)) all[outcome] = (all[outcome] ?? 0) + count;
      }
  });
  child.send(start);
  return child;
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      if (child.connected) child.send('end');
      await gone;
    }),
  );
}

const ready = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.on('message', (message: Message) => message.kind === 'ready' && resolve());
    child.once('exit', (code) => reject(new Error(`a process of the test ended with ${code}`)));
  });

/** Attackers that wait for their start. */
async function gather(target: Target): Promise<ChildProcess[]> {
  const children = attackers.map((names) => begin('attacker', { attacks: [...names], target }));
  await Promise.all(children.map(ready));
  return children;
}

/** Waits until the history of the demo plants is there and the server has little to do. */
async function calm(product: Product): Promise<void> {
  for (const deadline = performance.now() + CALM_WITHIN_MS; performance.now() < deadline; ) {
    const { server } = product.processes();
    const before = cpuSeconds([server ?? 0]);
    await sleep(5_000);
    const load = (cpuSeconds([server ?? 0]) - before) / 5;
    if (load < CALM_LOAD && fs.existsSync(path.join(product.folder, 'demo-history'))) return;
  }
  throw new Error('the server did not become calm');
}

/** Adds a plant with the devices that post frames, and finds a demo device with its broker password. */
async function prepare(product: Product): Promise<Target['device']> {
  const { db, pool, close } = openDatabase(addressOfRunning(path.join(product.folder, 'postgres'))!);
  try {
    await pool.query(
      `insert into sites (sid, name, timezone, latitude, longitude)
       values ('DE_20240101_0001', 'Resilience test', 'Etc/UTC', 52, 13)`,
    );
    for (let device = 0; device < DEVICES; device++)
      await pool.query(
        `insert into devices (serial, site_id, product_number, model_byte, first_seen_at)
         select $1, id, 11, 230, now() from sites where sid = 'DE_20240101_0001'`,
        [serialOf(device)],
      );
    const { rows } = await pool.query<{ sn: string; number: number }>(
      `select sn, key_number as number from devices where serial = $1`,
      [serialOf(0)],
    );
    const { sn, number } = rows[0]!;
    const secret = (await getSetting<string>(db, 'device.key')) ?? '';
    return { sn, password: devicePassword(secret, sn, number) };
  } finally {
    await close();
  }
}

/** Notices processes that ended unasked, and samples memory and unhandled rejections, until it is stopped. */
function watch(product: Product) {
  const unexpected: string[] = [];
  const rejections = new Map<number, number>();
  const peak: Memory = { server: 0, children: 0, database: 0, databaseShared: 0, all: 0 };
  const client = createClient({ port: product.port, from: '127.0.0.1' });
  let known = product.processes();
  let isKilling = false;
  let isOver = false;
  const look = () => {
    if (isKilling) return;
    const now = product.processes();
    for (const victim of victims) {
      if (now[victim] === known[victim]) continue;
      // A child of a process that ended is gone with it and is not counted again.
      if (known[victim] !== undefined) unexpected.push(`${victim} at ${new Date().toISOString()}`);
    }
    known = now;
  };
  const everySecond = setInterval(look, 1_000);
  const sampling = (async () => {
    for (; !isOver; await sleep(2_000)) {
      const memory = product.memory();
      for (const key of Object.keys(peak) as (keyof Memory)[]) peak[key] = Math.max(peak[key], memory[key]);
      const { server } = product.processes();
      const answer = await client('/metrics', { method: 'GET', withinMs: 5_000 }).catch(() => undefined);
      const count = /^helioport_unhandled_rejections_total (\d+)/m.exec(answer?.body ?? '')?.[1];
      if (server !== undefined && count !== undefined) rejections.set(server, Number(count));
    }
  })();
  return {
    peak,
    unexpected,
    rejections: () => [...rejections.values()].reduce((sum, count) => sum + count, 0),
    /** While `work` runs, processes may end. */
    async whileKilling<T>(work: () => Promise<T>): Promise<T> {
      look();
      isKilling = true;
      try {
        return await work();
      } finally {
        known = product.processes();
        isKilling = false;
      }
    },
    async stop() {
      look();
      clearInterval(everySecond);
      isOver = true;
      await sampling;
    },
  };
}

/**
 * Kills one process with SIGKILL and resolves with the time until it runs again and the service answers,
 * undefined when it does not in time.
 */
async function killOne(product: Product, victim: Victim): Promise<number | undefined> {
  const client = createClient({ port: product.port, from: '127.0.0.1' });
  const { [victim]: pid } = product.processes();
  if (pid === undefined) throw new Error(`there is no ${victim} to kill`);
  const startedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  let last = 'it does not run';
  const seen: string[] = [];
  const note = (what: string) => {
    if (what !== last) seen.push(`${Math.round(performance.now() - startedAt)} ms ${what}`);
    last = what;
  };
  // The server of a killed supervisor finishes its calls first and must not be taken for the new one.
  if (victim === 'supervisor') await product.startAgain();
  for (const deadline = performance.now() + BACK_WITHIN_MS; performance.now() < deadline; await sleep(50)) {
    const { [victim]: now } = product.processes();
    if (now === undefined || now === pid) continue;
    note(
      await client('/v1/common/country', { withinMs: 2_000 }).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
    );
    if (last !== '200') continue;
    console.log(`   ${seen.join(', ')}`);
    return performance.now() - startedAt;
  }
  console.log(`No answer ${BACK_WITHIN_MS / 1000} s after the ${victim} was killed: ${seen.join(', ')}`);
  return undefined;
}

/** Waits until all processes run, as before each kill. */
async function complete(product: Product): Promise<void> {
  for (const deadline = performance.now() + BACK_WITHIN_MS; performance.now() < deadline; await sleep(100))
    if (Object.values(product.processes()).every((pid) => pid !== undefined)) return;
  throw new Error(`not all processes came back: ${JSON.stringify(product.processes())}`);
}

console.log(`${hostDescription()}; ${minutes} min, ${kills} kills of each process`);
const startedAt = new Date();
const product = await startProduct(DEMO_DAYS);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) if (child.connected) child.disconnect();
    void product.stop().finally(() => process.exit(1));
  });
let users: ChildProcess | undefined;
try {
  const device = await prepare(product);
  await calm(product);
  // Ends everything of the test should this process hang.
  const untilMs = Date.now() + minutes * 60_000 + kills * victims.length * 60_000 + 600_000;
  const target: Target = {
    port: product.port,
    mqttPort: product.mqttPort,
    folder: product.folder,
    password: DEMO_PASSWORD,
    device,
    untilMs,
  };
  const devices = begin('devices', { attacks: [], target });
  const frames = new Promise<Extract<Message, { kind: 'frames' }>>((resolve) =>
    devices.on('message', (message: Message) => {
      if (message.kind === 'frames') resolve(message);
    }),
  );
  users = begin('users', { attacks: [], target });
  prefer(users.pid);
  await ready(users);
  let attacking = await gather({ ...target, untilMs: Date.now() + minutes * 60_000 + QUIET_CALLS_MS });
  const quietFromMs = Date.now();
  await sleep(QUIET_CALLS_MS);
  const watching = watch(product);
  const baseline = product.memory();

  console.log('attack');
  const attackFromMs = Date.now();
  const processorBefore = processorTime(product.processes().server);
  for (const child of attacking) child.send('go');
  await sleep(minutes * 60_000);
  const attackToMs = Date.now();
  const processor = processorTime(product.processes().server);
  const processorShare = (key: 'ran' | 'waited') =>
    ((processor[key] - processorBefore[key]) * 1000) / (attackToMs - attackFromMs);
  await end(attacking);
  console.log('after the attack');
  await sleep(AFTER_MS);
  const after = product.memory();
  const phaseOnePeak = { ...watching.peak };
  // The second phase takes long and may be interrupted.
  console.log(
    printedFirst(latencyOf(calls, attackFromMs, attackToMs, pauses), baseline, phaseOnePeak, after),
  );

  const recoveries: Figures['recoveries'] = [];
  const killsFromMs = Date.now();
  if (kills > 0) {
    console.log('kills');
    attacking = await gather(target);
    for (const child of attacking) child.send('go');
    await sleep(5_000);
    for (let round = 0; round < kills; round++)
      for (const victim of victims) {
        await complete(product);
        await sleep(1_000 + Math.random() * 3_000);
        const ms = await watching.whileKilling(() => killOne(product, victim));
        recoveries.push({ victim, ms });
        console.log(`${round + 1}. ${victim} killed, answers after ${Math.round(ms ?? Number.NaN)} ms`);
        await watching.whileKilling(() => complete(product));
      }
    await end(attacking);
    await sleep(5_000);
  }
  const killsToMs = Date.now();

  await end([users]);
  devices.send('end');
  const { answered, unanswered } = await frames;
  await watching.stop();
  const stored = await countFrames(addressOfRunning(path.join(product.folder, 'postgres'))!, answered);
  const restarts = product.lines(/ended unexpectedly/);

  const figures: Figures = {
    at: startedAt.toISOString(),
    machine: hostDescription(),
    minutes,
    kills,
    before: latencyOf(calls, quietFromMs, attackFromMs, []),
    attack: latencyOf(calls, attackFromMs, attackToMs, pauses),
    ...(kills > 0 ? { killing: latencyOf(calls, killsFromMs, killsToMs, 'everywhere') } : {}),
    pauses: pauses.length,
    processor: { ran: processorShare('ran'), waited: processorShare('waited') },
    memory: { baseline, peak: phaseOnePeak, after },
    recoveries,
    unexpectedExits: watching.unexpected,
    supervisorRestarts: restarts.length,
    frames: { ...stored, unanswered },
    unhandledRejections: Math.max(watching.rejections(), product.lines(/unhandled rejection/).length),
    attacks: counts,
    brokenAttackers,
  };
  const faults = faultsOf(figures);
  console.log(printed(figures, faults));
  const file = values.to ?? fileURLToPath(new URL('../docs/resilience.json', import.meta.url));
  fs.writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(product.lines(/./).slice(-30).join('\n'));
  throw error;
} finally {
  for (const child of running) if (child.connected) child.disconnect();
  if (values.log) fs.copyFileSync(path.join(product.folder, 'output.log'), values.log);
  await product.stop();
}
