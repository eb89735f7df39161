// `npm test`: everything, with no other step. Builds the portal, runs unit, endpoint and house tests, then the browser
// stories, and closes with one line of figures.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-reports-'));
/** Where stories that measure leave their figures, to be seen beside their goals at the end. */
const figures = path.join(reports, 'figures.txt');
process.env.FIGURES_FILE = figures;
const totals = { passed: 0, failed: 0, skipped: 0 };
let isGood = true;

function run(name: string, args: readonly string[]): void {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync('npx', ['--no-install', ...args], { cwd: root, stdio: 'inherit' });
  console.log(
    `== ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  if (status !== 0) isGood = false;
}

function runVitest(name: string, args: readonly string[]): void {
  const report = path.join(reports, `${totals.passed}-${totals.failed}.json`);
  run(name, [
    'vitest',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!fs.existsSync(report)) return;
  const counts = JSON.parse(fs.readFileSync(report, 'utf8')) as Record<string, number>;
  totals.passed += counts.numPassedTests ?? 0;
  totals.failed += counts.numFailedTests ?? 0;
  totals.skipped += (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0);
}

run('build', ['vite', 'build', 'web', '--logLevel', 'warn']);
run('weight of the first paint', ['tsx', 'tools/bundleSize.ts']);
run('check', ['tsx', 'tools/check.ts']);
runVitest('unit, endpoint and house tests', []);
runVitest('browser stories', ['--config', 'e2e/vitest.config.ts']);

if (fs.existsSync(figures))
  console.log(`\n== figures and their goals\n${fs.readFileSync(figures, 'utf8').trimEnd()}`);
fs.rmSync(reports, { recursive: true, force: true });
console.log(`\nNode ${process.versions.node}, time zones of ${process.versions.tz}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(isGood && totals.failed === 0 && totals.passed > 0 ? 0 : 1);
