// Kills the server, the jobs and the database with SIGKILL at random moments while devices report over raw sockets,
// history is imported, days are compressed and backups are taken. Checks the totals after each kill. At the end, every
// acknowledged report must be stored once, in a row or a compressed day, and every completed backup must be readable.
// `npm run crash [-- kills [minutes]]`, by default 20 within 10 minutes; exit code 1 if a check fails or the time was
// too short.

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { verifyBackup } from '@helioport/server/platform/backup/write';
import { openDatabase } from '@helioport/server/platform/db';
import { startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';
import { getSetting } from '@helioport/server/repositories/settings';
import { readReadings } from '@helioport/server/timeseries/readings/readings';
import { findMismatches } from '@helioport/server/timeseries/rollup/sums';
import { frame, freePort, kill, serialOf, startDevices, startPart } from './crashParts.ts';
import { hostDescription, quantile } from './measure.ts';

const [kills = 20, minutes = 10] = process.argv.slice(2).map(Number);
const DEVICES = 40;
const PLANTS = 4;
/** Kills fall within this time after everything is under way. */
const WITHIN_MS = 4_000;
/** A past day with its reports, a quarter of an hour apart. */
const REPORTS_A_DAY = 48;
const SUMS_WITHIN_MS = 120_000;

const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
const folder = fs.mkdtempSync(path.join(base, 'helioport-crash-'));
const backups = path.join(folder, 'backups');
fs.mkdirSync(backups);
let restarts = 0;
const postgres = await startEmbeddedPostgres({
  folder: path.join(folder, 'postgres'),
  onUnexpectedExit: () => restarts++,
});
const databasePid = () =>
  Number(fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

const port = await freePort();
const jobsPort = await freePort();
const shared = { DATABASE_URL: postgres.url, DATA_DIR: folder, BACKUP_DIR: 'off' };
const startServer = () => startPart({ ...shared, PARTS: 'api,ingest', PORT: String(port) });
const startJobs = () => startPart({ ...shared, PARTS: 'jobs', PORT: String(jobsPort) });

const { db, pool, close } = openDatabase(postgres.url);
/** Asks until the database is there again. */
async function surely<T>(request: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + SUMS_WITHIN_MS; ; await sleep(200)) {
    try {
      return await request();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function makePlants(): Promise<void> {
  await pool.query(
    `insert into sites (sid, name, timezone, latitude, longitude)
     select 'DE_20240101_000' || i, 'Bench plant ' || i, 'Etc/UTC', 52, 13 from generate_series(1, ${PLANTS}) i`,
  );
  for (let device = 0; device < DEVICES; device++)
    await pool.query(
      `insert into devices (serial, site_id, product_number, model_byte, first_seen_at)
       select $1, id, 11, 230, now() - interval '90 days' from sites where sid = $2`,
      [serialOf(device), `DE_20240101_000${1 + (device % PLANTS)}`],
    );
}

/** Past days accepted by the replay endpoint: their instants, by device. Sent again until accepted. */
const kept = new Map<number, Set<number>>();
let day = 0;
const isEnding = new AbortController();
async function bringHistory(token: string): Promise<void> {
  while (!isEnding.signal.aborted) {
    day++;
    const startMs = (Math.floor(Date.now() / DAY_MS) - 5 - (day % 60)) * DAY_MS + 6 * HOUR_MS + day;
    const reports = Array.from({ length: DEVICES * REPORTS_A_DAY }, (_, i) => {
      const step = Math.floor(i / DEVICES);
      return { device: i % DEVICES, atMs: startMs + step * 900_000, counts: 3 + step * 5 };
    });
    const body = reports
      .map(({ device, atMs, counts }) =>
        JSON.stringify({
          at: new Date(atMs).toISOString(),
          frame: Buffer.from(frame(device, counts)).toString('hex'),
        }),
      )
      .join('\n');
    for (let isKept = false; !isKept && !isEnding.signal.aborted; ) {
      isKept = await fetch(`http://127.0.0.1:${port}/ingest/replay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
        body,
        signal: AbortSignal.timeout(30_000),
      })
        .then(async (answer) => {
          if (answer.status >= 400 && answer.status < 500) throw new Error(await answer.text());
          const receipt = (await answer.json()) as { accepted?: number; repeated?: number };
          return answer.ok && (receipt.accepted ?? 0) + (receipt.repeated ?? 0) === reports.length;
        })
        .catch(() => false);
      if (!isKept) await sleep(200);
    }
    for (const { device, atMs } of reports) kept.set(device, (kept.get(device) ?? new Set()).add(atMs));
    await sleep(100);
  }
}

/** `npm run backup`, which may be killed as everything else. */
const takeBackup = (): ChildProcess =>
  spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('../tools/backup.ts', import.meta.url)), '--to', backups],
    { env: { ...process.env, ...shared }, stdio: 'ignore' },
  );

/** What does not add up once all that waits is recomputed, or after two minutes. */
async function wrongSums(): Promise<number> {
  const ids = Array.from({ length: PLANTS }, (_, i) => i + 1);
  let wrong = 0;
  for (const deadline = Date.now() + SUMS_WITHIN_MS; ; await sleep(300)) {
    wrong = (await surely(() => findMismatches(db, ids))).length;
    if (wrong === 0 || Date.now() > deadline) return wrong;
  }
}

/** Answered reports that are not there. */
async function lostOf(answered: ReadonlyMap<number, readonly number[]>): Promise<number> {
  let lost = 0;
  const { rows: devices } = await pool.query<{ id: number; site: number; serial: string }>(
    'select id, site_id as site, serial from devices',
  );
  for (let device = 0; device < DEVICES; device++) {
    const { id, site } = devices.find(({ serial }) => serial === serialOf(device))!;
    // 36.2 stored steps a count.
    const { rows } = await pool.query<{ energy: number }>(
      'select distinct energy from reading where site_id = $1 and device_id = $2',
      [site, id],
    );
    const stored = new Set(rows.map((row) => row.energy));
    lost += (answered.get(device) ?? []).filter((n) => !stored.has(Math.round(n * 36.2))).length;
    const [past] = await readReadings(db, {
      siteId: site,
      deviceId: id,
      fromMs: Date.now() - 90 * DAY_MS,
      toMs: Date.now(),
      scalars: ['mainPower'],
      inputs: [],
    });
    const there = new Set(past?.at);
    if (there.size !== past?.at.length) throw new Error('a report is there twice');
    lost += [...(kept.get(device) ?? [])].filter((at) => !there.has(at)).length;
  }
  return lost;
}

console.log(`${hostDescription()}; ${kills} kills, ${DEVICES} devices`);
let server = await startServer();
let jobs = await startJobs();
let backup: ChildProcess | undefined;
const backMs: number[] = [];
let amiss = 0;
try {
  await makePlants();
  const token = (await getSetting<string>(db, 'replay.token')) ?? '';
  const devices = startDevices(port, DEVICES);
  const history = bringHistory(token);
  const endsAt = Date.now() + minutes * 60_000;
  let done = 0;
  for (; done < kills && Date.now() < endsAt; done++) {
    await devices.isServed();
    await surely(() => pool.query(`select graphile_worker.add_job('pack_days')`));
    if (backup === undefined || backup.exitCode !== null || backup.signalCode !== null) backup = takeBackup();
    await sleep(Math.random() * WITHIN_MS);
    const victim = (['server', 'jobs', 'database', 'backup'] as const)[done % 4]!;
    const before = devices.count();
    const killedAt = performance.now();
    if (victim === 'server') {
      await kill(server);
      server = await startServer();
    } else if (victim === 'jobs') {
      await kill(jobs);
      jobs = await startJobs();
    } else if (victim === 'backup') await kill(backup);
    else process.kill(databasePid(), 'SIGKILL');
    await devices.isServed();
    const ms = Math.round(performance.now() - killedAt);
    if (victim === 'server' || victim === 'database') backMs.push(ms);
    const wrong = await wrongSums();
    amiss += wrong;
    const { rows } = await surely(() =>
      pool.query<{ compressed: number }>(
        'select coalesce(sum(readings), 0)::int as compressed from reading_block',
      ),
    );
    console.log(
      `${done + 1}. ${victim} killed: ${before} answered before, served after ${ms} ms, ${rows[0]?.compressed} reports packed, ${wrong} sums wrong`,
    );
  }
  isEnding.abort();
  await Promise.all([devices.stop(), history]);
  await Promise.all([kill(server, 'SIGTERM'), kill(jobs, 'SIGTERM'), backup && kill(backup)]);
  const lost = await lostOf(devices.answered);
  const brought = [...kept.values()].reduce((sum, instants) => sum + instants.size, 0);
  let whole = 0;
  let torn = 0;
  for (const name of fs.readdirSync(backups).filter((one) => !one.endsWith('.unfinished')))
    await verifyBackup(path.join(backups, name)).then(
      () => whole++,
      (error: Error) => {
        torn++;
        console.log(`${name}: ${error.message}`);
      },
    );
  const left = fs.readdirSync(backups).length - whole - torn;
  console.log(
    `${done} kills, the database restarted ${restarts} times; served again after ${quantile(
      [...backMs].sort((a, b) => a - b),
      0.5,
    )} ms in the middle
${devices.count()} live reports answered (${devices.unanswered()} tries were not) and ${brought} of the past; ${lost} of them are missing
${whole} backups, each read back; ${torn} called a backup that is none; ${left} unfinished, and named so
${amiss} sums wrong after a kill`,
  );
  process.exitCode = lost === 0 && torn === 0 && amiss === 0 && done === kills ? 0 : 1;
} finally {
  for (const child of [server, jobs, backup]) if (child) await kill(child);
  await close();
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
