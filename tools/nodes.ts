// `npm run nodes`: does the product pass on every Node that it promises? For each one an empty clone of what is committed,
// then `npm ci`, check and tests, with times. The Nodes come as packages from the registry; one that cannot be had is
// skipped, and that is said.
//   npm run nodes -- [--stories] [--on 22,24] [paths of tests]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    on: { type: 'string', default: '20,22,24' },
    stories: { type: 'boolean', default: false },
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

/** The newest Node of a major version, unpacked; undefined where the registry has none for this machine. */
function fetchNode(major: string): { version: string; bin: string } | undefined {
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

interface Step {
  name: string;
  args: readonly string[];
}

const steps: readonly Step[] = [
  { name: 'npm ci', args: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'] },
  { name: 'build', args: ['npm', 'run', 'build'] },
  { name: 'check', args: ['npm', 'run', 'check'] },
  { name: 'tests', args: ['npx', '--no-install', 'vitest', 'run', ...positionals] },
  ...(values.stories
    ? [
        {
          name: 'stories',
          args: ['npx', '--no-install', 'vitest', 'run', '--config', 'e2e/vitest.config.ts'],
        },
      ]
    : []),
];

/** Runs all steps on one Node; says of each how it went and how long it took. */
function tryOn({ version, bin }: { version: string; bin: string }): string[] {
  const clone = path.join(folder, `on-${version}`);
  if (outputOf('git', ['clone', '--quiet', root, clone]) === undefined) return [`${version}: no clone`];
  return steps.map(({ name, args: [command = '', ...rest] }) => {
    console.log(`\n== Node ${version}: ${name}`);
    const startedAt = Date.now();
    const { status } = spawnSync(command, rest, {
      cwd: clone,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
    });
    if (status !== 0) process.exitCode = 1;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    return `Node ${version}  ${name.padEnd(8)} ${status === 0 ? 'good' : 'FAILED'} in ${seconds} s`;
  });
}

const changes = outputOf('git', ['status', '--porcelain'], root);
if (changes) console.log('What is not committed is not tried.');
const lines: string[] = [];
for (const major of values.on.split(',')) {
  const node = fetchNode(major);
  lines.push(...(node ? tryOn(node) : [`Node ${major}  SKIPPED: no package of it for this machine`]));
}
fs.rmSync(folder, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}`);
