// `npm test`: everything, with no other step. Builds the portal, runs the checks, the unit and endpoint tests, then the
// browser tests in three shards side by side, and closes with one line of counts.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { JsonTestResults } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-reports-'));
/** Where tests that measure leave their figures, shown next to their goals at the end. */
const figures = path.join(reports, 'figures.txt');
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Failed tests with their first lines, repeated at the end: a log can be cut. */
const failures: string[] = [];
/** Seconds of each test file. */
const durations = new Map<string, number>();
/** Steps that ended with an error, repeated at the end even if no test failed. */
const failedSteps: string[] = [];

/** Runs a program of node_modules. `isBuffered`: its output appears when it ends, so that two do not mix. */
async function run(name: string, args: readonly string[], isBuffered = false): Promise<void> {
  const startedAt = Date.now();
  if (!isBuffered) console.log(`\n== ${name}`);
  const status = await new Promise<number | null>((resolve) => {
    const child = spawn('npx', ['--no-install', ...args], {
      cwd: root,
      env: { ...process.env, FIGURES_FILE: figures },
      stdio: isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', () => resolve(null));
    child.once('close', (code) => {
      if (isBuffered) process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`);
      resolve(code);
    });
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failedSteps.push(name);
}

async function runVitest(name: string, args: readonly string[], isBuffered = false): Promise<void> {
  const report = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  await run(name, ['vitest', 'run', ...args, ...reporters], isBuffered);
  if (!fs.existsSync(report)) {
    failedSteps.push(`${name}, without a report`);
    return;
  }
  const result = JSON.parse(fs.readFileSync(report, 'utf8')) as JsonTestResults;
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    const name = path.relative(root, file.name);
    durations.set(name, (file.endTime - file.startTime) / 1000);
    if (file.message) failures.push(`${name}\n${firstLines(file.message)}`);
    for (const test of file.assertionResults)
      if (test.status === 'failed')
        failures.push(`${name} > ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? '')}`);
  }
}

const firstLines = (message: string): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .slice(0, 24)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');

const browser = ['--config', 'e2e/vitest.config.ts'];
/** Its times are printed, so it runs alone. */
const measuring = 'paint.spec.ts';

await run('build', ['vite', 'build', 'web', '--logLevel', 'warn']);
await run('first-paint bundle size', ['tsx', 'tools/bundleSize.ts']);
await run('check', ['tsx', 'tools/check.ts']);
await runVitest('unit and endpoint tests', []);
// Each shard has a product of its own. About half of a browser test is waiting, so three shards keep two cores busy.
const SHARDS = 3;
await Promise.all(
  Array.from({ length: SHARDS }, (_, i) => {
    const shard = `${i + 1}/${SHARDS}`;
    const args = [...browser, '--exclude', measuring, `--shard=${shard}`];
    return runVitest(`browser tests ${shard}`, args, i + 1 < SHARDS);
  }),
);
await runVitest('browser measurements', [...browser, measuring]);

if (fs.existsSync(figures))
  console.log(`\n== measurements and goals\n${fs.readFileSync(figures, 'utf8').trimEnd()}`);
fs.rmSync(reports, { recursive: true, force: true });
const slowest = [...durations].toSorted((a, b) => b[1] - a[1]).slice(0, 30);
console.log('\n== slowest test files, seconds');
for (const [name, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`);
if (failedSteps.length > 0) console.log(`\n== failed steps\n${failedSteps.join('\n')}`);
console.log(`\nNode ${process.versions.node}, time zones of ${process.versions.tz}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(failedSteps.length === 0 && totals.failed === 0 && totals.passed > 0 ? 0 : 1);
