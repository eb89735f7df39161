import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const run = (tool: string, argument: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', `tools/${tool}.ts`, argument], {
    cwd: root,
    encoding: 'utf8',
  });

describe.each(['backup', 'broker', 'distribute', 'fleet', 'nodes', 'reclock', 'restore', 'secrets'])(
  'npm run %s',
  (tool) => {
    it('prints its usage for --help', () => {
      const { status, stdout, stderr } = run(tool, '--help');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^npm run ${tool}`));
    });

    it('answers a wrong argument with a sentence and the usage', () => {
      const { status, stderr } = run(tool, '--nonsense');
      expect(status).toBe(1);
      expect(stderr).toMatch(/^Unknown option '--nonsense'/);
      expect(stderr).toContain(`npm run ${tool}`);
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  },
);
