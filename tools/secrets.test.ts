import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { secretsOf } from '@helioport/server/repositories/secrets';
import { setupCodeOf } from '@helioport/server/repositories/setupCode';
import { freshDatabase, type TestDatabase } from '@helioport/server/test/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const secrets = (...args: string[]) => secretsIn(database.url, ...args);

async function secretsIn(
  url: string,
  ...args: string[]
): Promise<{ stdout: string; stderr: string; code: number }> {
  const env = { ...process.env, DATABASE_URL: url };
  try {
    const printed = await run(process.execPath, ['--import', 'tsx', 'tools/secrets.ts', ...args], {
      cwd: root,
      env,
    });
    return { ...printed, code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
}

it('shows the requested token and nothing else', async () => {
  const { replay, bridge, setup } = await secretsOf(database.db);
  for (const [name, expected] of [
    ['replay', replay],
    ['bridge', bridge],
    ['setup', setupCodeOf(setup)],
  ] as const)
    expect(await secrets('--show', name)).toMatchObject({ stdout: `${expected}\n`, code: 0 });
});

it('shows no secret unless it is requested', async () => {
  const values = Object.values(await secretsOf(database.db));
  const calls = [[], ['--help'], ['--show', 'device.key'], ['--show', 'toString'], ['--renew', 'replay']];
  for (const args of calls) {
    const { stdout, stderr } = await secrets(...args);
    expect(values.filter((value) => `${stdout}${stderr}`.includes(value))).toEqual([]);
  }
  const renewed = await secretsOf(database.db);
  expect(renewed.replay).not.toBe(values[0]);
  expect((await secrets('--help')).stdout).toContain('--show NAME');
  expect((await secrets('--show', 'devices')).code).toBe(1);
});

it('tells that the portal has not been started yet where the database has no tables', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=empty');
  const { stderr, code } = await secretsIn(url.href, '--show', 'replay');
  expect(stderr.trim()).toMatch(/^The database has no tables yet\./);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
