// `npm run check`: everything that can be said about the source without running the product. Meant to be run before
// every commit, so the steps run side by side and only what is wrong is printed.
import { spawn } from 'node:child_process';

const steps: readonly { name: string; command: string }[] = [
  { name: 'types: node side', command: 'tsc -p tsconfig.json' },
  { name: 'types: web', command: 'tsc -p web/tsconfig.json' },
  { name: 'types: stories', command: 'tsc -p e2e/tsconfig.json' },
  { name: 'format', command: 'biome check .' },
  { name: 'lint, type-aware', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'unused code', command: 'knip' },
  // A test is no user: what only tests call is dead.
  { name: 'code that only tests use', command: 'knip --production' },
  { name: 'locale keys', command: 'tsx tools/locales.ts --check' },
  { name: 'directions', command: 'vitest run server/test/architecture/directions.test.ts' },
];

interface Outcome {
  isGood: boolean;
  output: string;
  seconds: number;
}

function run(command: string): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(`npx --no-install ${command}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('exit', (code) =>
      resolve({ isGood: code === 0, output, seconds: (performance.now() - startedAt) / 1000 }),
    );
  });
}

const waiting = [...steps];
let failed = 0;
async function worker(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const outcome = await run(step.command);
    console.log(`${outcome.isGood ? 'ok  ' : 'FAIL'} ${step.name} (${outcome.seconds.toFixed(1)} s)`);
    if (!outcome.isGood) {
      failed += 1;
      console.log(outcome.output.trim());
    }
  }
}
await Promise.all([worker(), worker()]);
process.exit(failed === 0 ? 0 : 1);
