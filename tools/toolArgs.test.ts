import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Thrown instead of ending the test process. */
class Ended extends Error {}

/**
 * Runs a command in this process with one argument, up to its end, and returns what it printed. Commands share the
 * modules of the server, which take seconds to load.
 */
async function run(tool: string, argument: string) {
  const printed = { status: undefined as number | undefined, stdout: '', stderr: '' };
  const print = (stream: 'stdout' | 'stderr') => (text: string) => {
    if (printed.status === undefined) printed[stream] += `${text}\n`;
  };
  vi.spyOn(console, 'log').mockImplementation(print('stdout'));
  vi.spyOn(console, 'error').mockImplementation(print('stderr'));
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    printed.status ??= Number(status);
    throw new Ended();
  });
  process.argv = [process.execPath, `tools/${tool}.ts`, argument];
  // The query makes it another module for each argument.
  const module = new URL(`${tool}.ts?${argument}`, import.meta.url).href;
  await expect(import(module)).rejects.toBeInstanceOf(Ended);
  return printed;
}

const { argv } = process;
afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
});

describe.each(['backup', 'broker', 'distribute', 'fleet', 'nodes', 'reclock', 'restore', 'secrets'])(
  'npm run %s',
  (tool) => {
    it('prints its usage for --help', async () => {
      const { status, stdout, stderr } = await run(tool, '--help');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^npm run ${tool}`));
    });

    it('answers a wrong argument with a sentence and the usage', async () => {
      const { status, stderr } = await run(tool, '--nonsense');
      expect(status).toBe(1);
      expect(stderr).toMatch(/^Unknown option '--nonsense'/);
      expect(stderr).toContain(`npm run ${tool}`);
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  },
);

it('ends the process of a command with its code', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tools/restore.ts', '--nonsense'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Unknown option '--nonsense'/);
});
