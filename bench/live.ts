// Cost of open plant lists: lists over 10,000 plants, all open concurrently by an administrator, while readings arrive.
// The pages behave like the portal (web/src/api/live.ts). The result is the processor time of server and database only.
// `npx tsx bench/live.ts [lists] [reports a second] [plants] [seconds]`; with LIVE_PAGES=hasty the pages reload 3 s
// after any reading, as in earlier versions.

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '@helioport/domain/duration';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import { inTransaction } from '@helioport/server/platform/db';
import { createSession } from '@helioport/server/repositories/sessions';
import { cpuSeconds, databaseSeconds, hostDescription, quantile } from './measure.ts';
import { addManyPlants, type BenchWorld, startBenchWorld } from './world.ts';

const [lists = 500, reportsPerSecond = 33, plants = 10_000, seconds = 60] = process.argv.slice(2).map(Number);
const PORT = Number(process.env.PORT ?? 21_790);
const url = `http://127.0.0.1:${PORT}`;
const isHasty = process.env.LIVE_PAGES === 'hasty';
const ROWS = 20;
/** See `REFRESH_EVERY_MS` and `fleetPaceMs` of the portal: lists, and sums of many plants. */
const [LIST_EVERY_MS, SUMS_EVERY_MS] = isHasty ? [3_000, 3_000] : [15_000, 60_000];
const SETTLE_MS = 20_000;

const world = await startBenchWorld();
await addManyPlants(world, plants);
const server = await startServer(world);
const tokens = await signIn(world, lists);
const serials = (
  await world.pool.query<{ serial: string }>(
    `select d.serial from devices d join sites s on s.id = d.site_id
     where s.name like 'Bench plant %' and d.product_number = 11 order by md5(d.serial) limit 20000`,
  )
).rows.map((row) => row.serial);

const times: number[] = [];
const calls = { list: 0, counts: 0, sums: 0, notes: 0, failed: 0, reports: 0 };
const over = new AbortController();
let nextReport = 0;
for (const [i, token] of tokens.entries()) void openPage(i, token);
const reporting = setInterval(() => void report(), 1000 / reportsPerSecond);

await pause(SETTLE_MS);
times.length = 0;
for (const key of Object.keys(calls) as (keyof typeof calls)[]) calls[key] = 0;
const before = { server: cpuSeconds([server.pid ?? 0]), database: databaseSeconds(world) };
const startedAt = performance.now();
await pause(seconds * 1000);
const span = (performance.now() - startedAt) / 1000;
const used = {
  server: (cpuSeconds([server.pid ?? 0]) - before.server) / span,
  database: (databaseSeconds(world) - before.database) / span,
};
clearInterval(reporting);
over.abort();

const per = (count: number) => (count / span).toFixed(1);
times.sort((a, b) => a - b);
console.log(
  `${hostDescription()}; ${lists} lists, ${plants} plants, ${per(calls.reports)} reports/s, ${span.toFixed(0)} s`,
);
console.log(
  '| pages | cores of server | cores of database | calls/s (list, counts, sums) | notes/s | median ms | p95 ms | failed |',
);
console.log('|---|---|---|---|---|---|---|---|');
console.log(
  `| ${isHasty ? 'hasty' : 'patient'} | ${used.server.toFixed(2)} | ${used.database.toFixed(2)} | ${per(calls.list)}, ${per(calls.counts)}, ${per(calls.sums)} | ${per(calls.notes)} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} | ${calls.failed} |`,
);
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
await world.stop();
process.exit(0);

/** One open plant list: a page of rows, the chips and the sums, each asked again when a note concerns it. */
async function openPage(i: number, token: string): Promise<void> {
  await pause(Math.random() * 5_000);
  const listInput = { page: { size: ROWS, num: i % Math.floor(plants / ROWS) } };
  let shown = new Set<string>();
  const list = paced(LIST_EVERY_MS, async () => {
    const data = (await call('v2/site/listWithSN', listInput, token)) as
      | { list: { sid: string }[] }
      | undefined;
    calls.list++;
    if (data) shown = new Set(data.list.map((row) => row.sid));
  });
  const counts = paced(SUMS_EVERY_MS, async () => {
    await call('v2/overview/siteStatusCounts', {}, token);
    calls.counts++;
  });
  const sums = paced(SUMS_EVERY_MS, async () => {
    await call('v2/overview/overview', {}, token);
    calls.sums++;
  });
  for (const refresh of [list, counts, sums]) refresh();
  const each = setInterval(() => {
    for (const refresh of [list, counts, sums]) refresh();
  }, 60_000);
  over.signal.addEventListener('abort', () => clearInterval(each));
  try {
    const response = await fetch(`${url}/live`, { headers: { authorization: token }, signal: over.signal });
    let rest = '';
    for await (const chunk of response.body ?? []) {
      rest += Buffer.from(chunk as Uint8Array).toString();
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const note = /^event: report\ndata: (.*)/.exec(rest.slice(0, end))?.[1];
        rest = rest.slice(end + 2);
        if (note === undefined) continue;
        calls.notes++;
        const { sids } = JSON.parse(note) as { sids: string[] };
        if (isHasty || sids.some((sid) => shown.has(sid))) list();
        counts();
        sums();
      }
    }
  } catch (error) {
    if (!over.signal.aborted) calls.failed++;
    if (!over.signal.aborted) console.error((error as Error).message);
  }
}

/** `work` at most once in `everyMs`; what is asked for in between is done at the end of that time. */
function paced(everyMs: number, work: () => Promise<void>): () => void {
  let doneAt = Number.NEGATIVE_INFINITY;
  let pending: NodeJS.Timeout | undefined;
  const run = async () => {
    doneAt = performance.now();
    await work();
    pending = undefined;
  };
  return () => {
    if (pending || over.signal.aborted) return;
    pending = setTimeout(() => void run(), Math.max(0, doneAt + everyMs - performance.now()));
  };
}

async function call(name: string, input: object, token: string): Promise<unknown> {
  const sentAt = performance.now();
  try {
    const answer = await fetch(`${url}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(input),
    });
    const { code, data } = (await answer.json()) as { code: number; data: unknown };
    if (code !== 200) calls.failed++;
    times.push(performance.now() - sentAt);
    return data;
  } catch {
    if (!over.signal.aborted) calls.failed++;
    return undefined;
  }
}

/** A frame at the devices' own address, as an inverter sends it. */
async function report(): Promise<void> {
  const serial = serials[nextReport++ % serials.length] ?? '';
  const channels = Array.from({ length: 4 }, () => ({ voltageV: 33, powerW: 250, energyTodayWh: 1000 }));
  const body = encodeFrame(
    frameFromReading({
      serial,
      modelByte: 0xe6,
      stateByte: 6,
      powerW: 1000,
      dcVoltageV: 33,
      acVoltageV: 230,
      frequencyHz: 50,
      temperatureC: 35,
      energyTodayWh: 4000,
      statusBits: 0,
      channels,
    }),
  );
  const answer = await fetch(`${url}/t.php`, { method: 'POST', body: Buffer.from(body) }).catch(
    () => undefined,
  );
  if (answer?.ok) calls.reports++;
  await answer?.text().catch(() => '');
}

async function startServer(made: BenchWorld): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-live-'));
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      DATABASE_URL: made.url,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      MQTT: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
    },
    stdio: 'inherit',
  });
  for (let i = 0; i < 300; i++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    await pause(100);
  }
  throw new Error('the server did not become ready');
}

/** Sessions written down directly: five hundred passwords would be a measurement of their own. */
async function signIn(made: BenchWorld, count: number): Promise<string[]> {
  const { rows } = await made.pool.query<{ id: number }>(
    `select id from users where email = 'admin@demo.test'`,
  );
  const now = Date.now();
  const tokens = Array.from({ length: count }, (_, i) => `bench-live-${i}-${now}`);
  await inTransaction(made.db, 'write', async (tx) => {
    for (const token of tokens) {
      await createSession(tx, {
        token,
        userId: rows[0]!.id,
        companyId: null,
        address: '127.0.0.1',
        userAgent: 'bench',
        now,
        expiresAtMs: now + HOUR_MS,
      });
    }
  });
  return tokens;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
