// `npm run nodes`: do both commands of the README pass on every Node that the product promises? For each one an empty
// clone of what is committed, then `npm ci`, a start until the portal is ready, and `npm test`, with a table of times.
// The Nodes come as packages from the registry. A Node that cannot be had, or a step that fails, fails the run; what
// comes after a failed step is not tried on that Node.
// `--quick` leaves out the built portal and the browser stories, and takes paths of tests.
//   npm run nodes -- [--on 22,24] [--quick [paths of tests]]
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run nodes [-- --on 20,22,24] [--quick]
  Runs the commands of the README on several versions of Node.js.`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = toolArgs(USAGE, {
  allowPositionals: true,
  options: {
    on: { type: 'string', default: '20,22,24' },
    quick: { type: 'boolean', default: false },
  },
});
// The embedded database gives up root, and must be able to reach its folder then.
const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
const folder = fs.mkdtempSync(path.join(base, 'helioport-nodes-'));

/** What a command prints; undefined where it fails. */
function outputOf(command: string, args: readonly string[], cwd = folder): string | undefined {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

interface Node {
  version: string;
  bin: string;
}

/** The newest Node of a major version, unpacked; undefined where the registry has none for this machine. */
function fetchNode(major: string): Node | undefined {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const found = outputOf('npm', ['view', `${name}@${major}`, 'version', '--json']);
  const parsed: unknown = found ? JSON.parse(found) : [];
  const versions = (Array.isArray(parsed) ? parsed : [parsed]).filter((one) => typeof one === 'string');
  const version = versions
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .findLast((one) => one.startsWith(`${major}.`));
  if (version === undefined) return undefined;
  const file = outputOf('npm', ['pack', `${name}@${version}`, '--silent'])
    ?.split('\n')
    .at(-1);
  const home = path.join(folder, version);
  fs.mkdirSync(home);
  if (!file || outputOf('tar', ['-xzf', file, '-C', home, '--strip-components=1']) === undefined)
    return undefined;
  const bin = path.join(home, 'bin');
  return outputOf(path.join(bin, 'node'), ['-p', '1']) === '1' ? { version, bin } : undefined;
}

/** One step on one Node; resolves to whether it went well. */
type Step = (options: SpawnOptions) => Promise<boolean>;

/** Runs a command until it exits. */
const run =
  (command: string, ...args: string[]): Step =>
  (options) =>
    new Promise((resolve) => {
      const child = spawn(command, args, { ...options, stdio: 'inherit' });
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    });

/** Runs the product until it is ready, then stops it and expects a clean exit. */
const start: Step = (options) =>
  new Promise((resolve) => {
    const env = {
      ...options.env,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DEMO_DAYS: '1',
      LOG_LEVEL: 'warn',
      DATA_DIR: fs.mkdtempSync(path.join(folder, 'data-')),
    };
    const child = spawn('node', ['--import', 'tsx', 'tools/supervisor.ts'], {
      ...options,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    let isReady = false;
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (isReady || !/ready at http:\S+/.test(output)) return;
      isReady = true;
      child.kill('SIGTERM');
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      if (!isReady || code !== 0) console.error(output);
      resolve(isReady && code === 0);
    });
  });

const steps: Record<string, Step> = {
  'npm ci': run('npm', 'ci', '--no-audit', '--no-fund'),
  'npm start': start,
  ...(values.quick
    ? {
        check: run('npm', 'run', 'check'),
        tests: run('npx', '--no-install', 'vitest', 'run', ...positionals),
      }
    : { 'npm test': run('npm', 'test') }),
};

/** Runs the steps on one Node until one fails; how each went and how long it took, by name. */
async function tryOn({ version, bin }: Node): Promise<Record<string, string>> {
  const clone = path.join(folder, `on-${version}`);
  if (outputOf('git', ['clone', '--quiet', root, clone]) === undefined)
    return { 'npm ci': 'FAILED: no clone' };
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const found: Record<string, string> = {};
  for (const [name, step] of Object.entries(steps)) {
    console.log(`\n== Node ${version}: ${name}`);
    const startedAt = Date.now();
    const isGood = await step({ cwd: clone, env });
    const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`;
    found[name] = isGood ? seconds : `FAILED ${seconds}`;
    if (!isGood) break;
  }
  fs.rmSync(clone, { recursive: true, force: true });
  return found;
}

const changes = outputOf('git', ['status', '--porcelain'], root);
if (changes) console.log('Uncommitted changes are not tested.');
const table: Record<string, Record<string, string>> = {};
let isGood = true;
for (const major of values.on.split(',')) {
  const node = fetchNode(major.trim());
  const row = node ? await tryOn(node) : {};
  if (node === undefined) console.error(`Node ${major} is not available for this platform.`);
  isGood &&= Object.keys(steps).every((name) => row[name]?.startsWith('FAILED') === false);
  table[`Node ${node?.version ?? major}`] = Object.fromEntries(
    Object.keys(steps).map((name) => [name, row[name] ?? (node ? 'not tried' : 'no package')]),
  );
}
fs.rmSync(folder, { recursive: true, force: true });
console.table(table);
console.log(isGood ? 'All versions passed.' : 'Some versions FAILED.');
process.exit(isGood ? 0 : 1);
