// Two PostgreSQL servers under Patroni, with etcd and HAProxy from the system's packages: the primary is killed with
// SIGKILL in each round while gateways post frames. `npx tsx bench/failover.ts [rounds]`. Prints the time without
// answers and whether every acknowledged frame is on the new primary; exit code 1 if one is missing.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@helioport/server/platform/db';
import { freePort } from '@helioport/server/test/balancers';
import { type Gateway, startGateway } from '@helioport/server/test/gateways';
import { startProcess } from '@helioport/server/test/processes';
import { quantile } from './measure.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const GATEWAYS = 20;
const NODES = ['a', 'b'] as const;
type NodeName = (typeof NODES)[number];
const UP_WITHIN_MS = 120_000;

const programOf = (name: string, ...args: string[]) =>
  spawnSync(name, args, { encoding: 'utf8' }).stdout?.trim();
const bin = programOf('pg_config', '--bindir');
const absent = ['patroni', 'etcd', 'haproxy'].filter((name) => spawnSync(name, ['--version']).error);
if (!bin || absent.length > 0) {
  console.log(`SKIPPED: ${[...absent, ...(bin ? [] : ['pg_config'])].join(', ')} not found on the PATH.`);
  process.exit(0);
}

/** PostgreSQL refuses to run as root: then as the user of its package. */
const isRoot = process.getuid?.() === 0;
const idOf = (kind: '-u' | '-g') => Number(programOf('id', kind, 'postgres'));
const identity = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
const folder = fs.mkdtempSync(path.join(isRoot ? '/var/tmp' : os.tmpdir(), 'helioport-failover-'));
if (isRoot) fs.chownSync(folder, identity.uid!, identity.gid!);

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });
function run(command: string, args: readonly string[]): ChildProcess {
  const log = fs.openSync(path.join(folder, `${path.basename(command)}.log`), 'a');
  const child = spawn(command, args, { ...identity, cwd: folder, stdio: ['ignore', log, log] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const ports = {
  etcd: await freePort(),
  peers: await freePort(),
  balancer: await freePort(),
  sql: { a: await freePort(), b: await freePort() },
  rest: { a: await freePort(), b: await freePort() },
};

/** Configuration of a node. Synchronous replication: nothing is acknowledged before the standby has it. */
const nodeFile = (name: NodeName): string => `scope: helioport
name: ${name}
etcd3: { host: 127.0.0.1:${ports.etcd} }
restapi: { listen: 127.0.0.1:${ports.rest[name]}, connect_address: 127.0.0.1:${ports.rest[name]} }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: 128MB } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${ports.sql[name]}
  connect_address: 127.0.0.1:${ports.sql[name]}
  data_dir: ${folder}/${name}
  bin_dir: ${bin}
  pgpass: ${folder}/${name}.pass
  pg_hba: [ 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust' ]
  parameters: { unix_socket_directories: '' }
  authentication: { superuser: { username: helioport }, replication: { username: copier }, rewind: { username: winder } }
`;

/** Routes to the current primary, and closes connections to a former one. */
const balancerFile = `defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${ports.balancer}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map((name) => `  server ${name} 127.0.0.1:${ports.sql[name]} check port ${ports.rest[name]}`).join('\n')}
`;

const stateOf = async (name: NodeName): Promise<{ role?: string; state?: string; pid?: number }> =>
  await fetch(`http://127.0.0.1:${ports.rest[name]}/patroni`)
    .then((answer) => answer.json() as Promise<{ role?: string; state?: string }>)
    .catch(() => ({}));

/** The primary, once it has a synchronous standby. */
async function primary(): Promise<NodeName> {
  for (const deadline = Date.now() + UP_WITHIN_MS; Date.now() < deadline; await sleep(250)) {
    const cluster = (await fetch(`http://127.0.0.1:${ports.rest.a}/cluster`)
      .then((answer) => answer.json())
      .catch(() => ({}))) as { members?: { name: NodeName; role: string; state: string }[] };
    const leader = cluster.members?.find(({ role }) => role === 'leader');
    const copy = cluster.members?.find(({ role }) => role === 'sync_standby');
    if (leader?.state === 'running' && copy?.state === 'running') return leader.name;
  }
  throw new Error(`no primary with a copy came up; see the logs in ${folder}`);
}

/** Kills the postmaster of a node and the Patroni that would start it again, as a machine that loses its power. */
async function killNode(name: NodeName): Promise<void> {
  const pid = Number(fs.readFileSync(path.join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const gone = new Promise((resolve) => managers[name].once('exit', resolve));
  managers[name].kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await gone;
}

/** Answered frames that are not on the database. */
async function lost(url: string, gateways: readonly Gateway[]): Promise<number> {
  const database = openDatabase(url);
  let count = 0;
  for (const { serial, answered } of gateways) {
    const { rows } = await database.pool.query<{ energy: number }>(
      'select distinct energy from reading where device_id = (select id from devices where serial = $1)',
      [serial],
    );
    const stored = new Set(rows.map(({ energy }) => energy));
    // 36.2 stored steps a count.
    count += answered.filter((n) => !stored.has(Math.round(n * 36.2))).length;
  }
  await database.close();
  return count;
}

fs.writeFileSync(path.join(folder, 'haproxy.cfg'), balancerFile);
for (const name of NODES) fs.writeFileSync(path.join(folder, `${name}.yml`), nodeFile(name));
const startNode = (name: NodeName) => run('patroni', [path.join(folder, `${name}.yml`)]);
run('etcd', [
  '--data-dir',
  path.join(folder, 'etcd'),
  '--name',
  'one',
  '--listen-client-urls',
  `http://127.0.0.1:${ports.etcd}`,
  '--advertise-client-urls',
  `http://127.0.0.1:${ports.etcd}`,
  '--listen-peer-urls',
  `http://127.0.0.1:${ports.peers}`,
  '--initial-advertise-peer-urls',
  `http://127.0.0.1:${ports.peers}`,
  '--initial-cluster',
  `one=http://127.0.0.1:${ports.peers}`,
]);
const managers = { a: startNode('a'), b: startNode('b') };
let server: Awaited<ReturnType<typeof startProcess>> | undefined;
let gateways: Gateway[] = [];
let failed = Number.NaN;
try {
  await primary();
  run('haproxy', ['-db', '-f', path.join(folder, 'haproxy.cfg')]);
  const url = `postgres://helioport@127.0.0.1:${ports.balancer}/postgres`;
  await sleep(1_500);
  server = await startProcess({ DATABASE_URL: url, LOG_LEVEL: 'fatal' });
  const { port } = new URL(server.url);
  gateways = Array.from({ length: GATEWAYS }, (_, i) =>
    startGateway(Number(port), (0xd0000000 + i).toString(16).toUpperCase(), false),
  );
  const count = () => gateways.reduce((sum, { answered }) => sum + answered.length, 0);
  const silences: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await sleep(3_000);
    const old = await primary();
    const killedAt = performance.now();
    await killNode(old);
    // Requests in progress at the kill may still be answered; after that, none are until the other node is promoted.
    let before = count();
    let quietSince = performance.now();
    for (const deadline = Date.now() + UP_WITHIN_MS; ; await sleep(20)) {
      if (Date.now() > deadline) throw new Error('nobody was answered again');
      if (count() === before) continue;
      if (performance.now() - quietSince > 1_000) break;
      before = count();
      quietSince = performance.now();
    }
    silences.push((performance.now() - killedAt) / 1000);
    console.log(`round ${round}: ${old} killed, answered again after ${silences.at(-1)!.toFixed(1)} s`);
    managers[old] = startNode(old);
    const now = await primary();
    console.log(
      `  ${old} follows ${now} again after ${((performance.now() - killedAt) / 1000).toFixed(1)} s (${(await stateOf(now)).state})`,
    );
  }
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  failed = await lost(url, gateways);
  silences.sort((a, b) => a - b);
  console.log(
    `${ROUNDS} fail-overs: answered again after ${quantile(silences, 0.5).toFixed(1)} s in the median, ${silences.at(-1)!.toFixed(1)} s at most; ${count()} frames answered, ${failed} of them lost`,
  );
} finally {
  await server?.kill('SIGKILL');
  for (const name of NODES) {
    const lock = path.join(folder, name, 'postmaster.pid');
    managers[name].kill('SIGTERM');
    for (let i = 0; i < 100 && fs.existsSync(lock); i++) await sleep(100);
  }
  for (const child of running) child.kill('SIGTERM');
  await sleep(500);
  // The logs of a run that ended half way stay.
  if (!Number.isNaN(failed)) fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
