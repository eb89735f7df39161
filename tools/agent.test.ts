// The agent as a process, killed at any moment, between four devices and the inputs of a real server: the plant has each
// reading that was stored on disk once, and the energy is exact.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cert, key } from '@helioport/agent/test/certificate';
import { common, endBlock, inverter103 } from '@helioport/agent/test/dump';
import { startSunspecDevice } from '@helioport/agent/test/sunspecDevice';
import { feed } from '@helioport/contract/feed';
import { type AgentFeedKind, agentFeedKinds } from '@helioport/domain/feeds';
import { createPipeline, type Pipeline } from '@helioport/server/ingest/accept';
import { influx } from '@helioport/server/ingest/feeds/influx';
import { addFeedInputs } from '@helioport/server/ingest/feeds/input';
import { createHttpServer, type FastifyInstance } from '@helioport/server/platform/http';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { type People, startPeople } from '@helioport/server/test/people';
import { settle } from '@helioport/server/test/settle';
import { afterAll, beforeAll, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../agent/src/main.ts', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-agent-'));
const bufferFolder = path.join(folder, 'agent-data');
const log = createLog('silent');
const clock = () => Date.now();

let world: People;
let pipeline: Pipeline;
let server: FastifyInstance;
const ends: (() => void)[] = [];
const agents: ChildProcess[] = [];

/** What the portal does with a request: stores and answers it, stores it only, or drops it. */
let portal: 'up' | 'unanswered' | 'offline' = 'up';
let requests = 0;
let unanswered = 0;
/** Called when a device is read. */
let onRead: (type: AgentFeedKind) => void = () => {};

/** A lifetime counter that grows with each time it is read. */
function counter(startWh: number, stepWh: number) {
  let reads = 0;
  return {
    read: () => startWh + stepWh * ++reads,
    now: () => startWh + stepWh * reads,
    reads: () => reads,
  };
}
const counters = {
  apsystems: counter(174_740, 2),
  enphase: counter(10_394_678, 3),
  fronius: counter(44_188_000, 5),
  // The register of this device counts in steps of 10 Wh.
  sunspec: counter(18_123_450, 10),
} satisfies Record<AgentFeedKind, unknown>;
/** Import of the meter that the Fronius inverter reads. */
const imported = counter(2_013_105, 4);

const payload = (type: AgentFeedKind, name: string): unknown => {
  const file = new URL(`../agent/src/sources/${type}/payloads/${name}.json`, import.meta.url);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
};

const addressOf = async (listener: http.Server | https.Server): Promise<string> => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    listener.close();
    listener.closeAllConnections();
  });
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
};

type Serve = (url: string) => unknown;
const answering =
  (type: AgentFeedKind, serve: Serve): http.RequestListener =>
  (request, response) => {
    const answer = serve(request.url ?? '');
    onRead(type);
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
  };

async function startDevices(): Promise<Record<AgentFeedKind, string>> {
  const ez1: Serve = (url) => {
    if (url !== '/getOutputData') return undefined;
    const wh = counters.apsystems.read();
    const data = { p1: 139, p2: 65, te1: 87.43, te2: (wh - 87_430) / 1000 };
    return { ...(payload('apsystems', 'output') as object), data };
  };
  const envoy: Serve = (url) =>
    url === '/production.json'
      ? { production: [{ type: 'inverters', wNow: 4599, whLifetime: counters.enphase.read() }] }
      : undefined;
  const fronius: Serve = (url) => {
    if (url.includes('GetInverterInfo')) return payload('fronius', 'inverterInfo');
    if (url.includes('GetMeterRealtimeData')) {
      const meters = payload('fronius', 'meters') as { Body: { Data: Record<string, object> } };
      Object.assign(meters.Body.Data['0']!, { EnergyReal_WAC_Sum_Consumed: imported.read() });
      return meters;
    }
    if (!url.includes('GetInverterRealtimeData')) return undefined;
    const day = payload('fronius', 'inverterDay') as { Body: { Data: Record<string, unknown> } };
    day.Body.Data.TOTAL_ENERGY = { Unit: 'Wh', Value: counters.fronius.read() };
    return day;
  };
  const sunspec = await startSunspecDevice(
    () => [...common('SMA', 'STP 8.0', '3005123456'), ...inverter103(counters.sunspec.now()), ...endBlock],
    () => {
      counters.sunspec.read();
      onRead('sunspec');
    },
  );
  ends.push(() => sunspec.close());
  return {
    apsystems: await addressOf(http.createServer(answering('apsystems', ez1))),
    enphase: await addressOf(https.createServer({ key, cert }, answering('enphase', envoy))),
    fronius: await addressOf(http.createServer(answering('fronius', fronius))),
    sunspec: sunspec.address,
  };
}

/** The portal: the inputs of the server behind a connection that can fail. */
async function startPortal(): Promise<string> {
  world = await startPeople({ now: clock() });
  const { db, pool } = world.app.database;
  pipeline = createPipeline({ pool, clock, log, metrics: createMetrics(), rawFrameDays: 30 });
  server = await createHttpServer({ log, trustsProxy: false });
  addFeedInputs(server, { db, pipeline, clock, log, metrics: createMetrics() }, [influx]);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return await addressOf(
    http.createServer((request, response) => {
      requests++;
      if (portal === 'offline') return request.socket.destroy();
      const { method, url, headers } = request;
      const upstream = http.request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        if (portal === 'unanswered') {
          answer.resume();
          unanswered++;
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      upstream.on('error', () => response.destroy());
      return request.pipe(upstream);
    }),
  );
}

beforeAll(async () => {
  const address = await startPortal();
  const devices = await startDevices();
  const caller = await world.as('free');
  const entries = [];
  for (const type of agentFeedKinds) {
    const { token } = await caller.call(feed.create, { sid: world.sid.alpha, source: type, name: type });
    const certificate = type === 'enphase' ? { certificate: 'accept' } : {};
    entries.push({ type, name: type, address: devices[type], token, interval: 5, ...certificate });
  }
  fs.writeFileSync(
    path.join(folder, 'agent.json'),
    JSON.stringify({ portal: `http://${address}`, devices: entries }),
  );
});
afterAll(async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  for (const end of ends) end();
  await server?.close();
  await pipeline?.close();
  await world?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

function start(...flags: string[]) {
  const file = path.join(folder, 'agent.json');
  const agent = spawn(process.execPath, ['--import', 'tsx', main, '--config', file, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  agents.push(agent);
  let output = '';
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (data) => (output += String(data)));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    agent.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  return { agent, ended, output: () => output };
}

interface Line {
  device: AgentFeedKind;
  reading: { role: string; atMs: number };
}

/** The complete lines of the buffer. */
function buffered(): Line[] {
  if (!fs.existsSync(bufferFolder)) return [];
  return fs
    .readdirSync(bufferFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => fs.readFileSync(path.join(bufferFolder, name), 'utf8').split('\n').slice(0, -1))
    .map((line) => JSON.parse(line) as Line);
}

/** Runs the agent until `isMoment`, then kills it; its buffer afterwards. */
async function killAt(state: typeof portal, isMoment: () => boolean): Promise<Line[]> {
  portal = state;
  const { agent, ended, output } = start();
  await expect.poll(isMoment, { interval: 2, timeout: 20_000 }).toBe(true);
  agent.kill('SIGKILL');
  expect(await ended, output()).toBe('SIGKILL');
  return buffered();
}

/** Runs the agent until a device is read; killed before it answers. */
async function killWhileReading(type: AgentFeedKind): Promise<Line[]> {
  let isRead = false;
  onRead = (one) => {
    if (one !== type) return;
    isRead = true;
    agents.at(-1)?.kill('SIGKILL');
  };
  const left = await killAt('up', () => isRead);
  onRead = () => {};
  return left;
}

async function once(): Promise<void> {
  portal = 'up';
  const { ended, output } = start('--once');
  expect(await ended, output()).toBe(0);
  expect(buffered()).toEqual([]);
}

it('adds up a plant of four manufacturers over outages and kills at any moment', async () => {
  await once();
  const firstWh = Object.fromEntries(agentFeedKinds.map((type) => [type, counters[type].now()]));
  const firstImportedWh = imported.now();
  const { db, pool } = world.app.database;
  const stored: Line[] = [];

  const offline = await killAt('offline', () => buffered().length >= 5 && requests > 2);
  expect(new Set(offline.map(({ device }) => device))).toEqual(new Set(agentFeedKinds));
  stored.push(...offline);
  stored.push(...(await killWhileReading('enphase')));
  stored.push(...(await killAt('unanswered', () => unanswered > 0)));
  const before = buffered().length;
  expect(before).toBeGreaterThan(0);
  stored.push(...(await killAt('offline', () => buffered().length > before)));
  stored.push(...(await killWhileReading('sunspec')));
  const requestsBefore = requests;
  stored.push(...(await killAt('up', () => requests > requestsBefore)));
  await once();

  const { rows } = await pool.query<{ type: AgentFeedKind; role: string; times: number[] }>(`
    select d.vendor as type, case d.kind when 'meter' then 'grid' else 'pv' end as role,
      array_agg(round(extract(epoch from r.at) * 1000)::float8) as times
    from reading r join devices d on d.id = r.device_id group by 1, 2`);
  const timesOf = new Map(rows.map(({ type, role, times }) => [`${type} ${role}`, times]));
  expect([...timesOf.keys()].sort()).toEqual([
    'apsystems pv',
    'enphase pv',
    'fronius grid',
    'fronius pv',
    'sunspec pv',
  ]);
  const lost = stored.filter(
    ({ device, reading }) => !timesOf.get(`${device} ${reading.role}`)?.includes(reading.atMs),
  );
  expect(lost).toEqual([]);
  for (const type of agentFeedKinds)
    expect(timesOf.get(`${type} pv`)?.length, type).toBeLessThanOrEqual(counters[type].reads());

  await settle(db, clock());
  const { rows: energies } = await pool.query<{ type: AgentFeedKind; role: string; wh: number }>(`
    select d.vendor as type, case d.kind when 'meter' then 'grid' else 'pv' end as role,
      sum(y.energy_wh)::float8 as wh
    from device_day y join devices d on d.id = y.device_id group by 1, 2`);
  const expected = [
    ...agentFeedKinds.map((type) => ({ type, role: 'pv', wh: counters[type].now() - firstWh[type]! })),
    { type: 'fronius', role: 'grid', wh: imported.now() - firstImportedWh },
  ];
  expect(energies).toHaveLength(expected.length);
  expect(energies).toEqual(expect.arrayContaining(expected));
  const { rows: plant } = await pool.query<{ wh: number; importedWh: number }>(
    `
    select sum(energy_wh)::float8 as wh, sum(import_wh)::float8 as "importedWh"
    from site_day y join sites s on s.id = y.site_id where s.sid = $1`,
    [world.sid.alpha],
  );
  const produced = expected.filter(({ role }) => role === 'pv').reduce((sum, { wh }) => sum + wh, 0);
  expect(plant).toEqual([{ wh: produced, importedWh: imported.now() - firstImportedWh }]);
});
