// Plants a promise that is neither awaited nor handled, and expects the linter to refuse it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Output of the linter for a file with this text. */
function lint(text: string) {
  const folder = fs.mkdtempSync(path.join(root, 'tools/.planted-'));
  try {
    const file = path.join(folder, 'planted.ts');
    fs.writeFileSync(file, text);
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: path.join(root, 'tsconfig.base.json'), include: ['planted.ts'] }),
    );
    const { status, stdout } = spawnSync(
      'npx',
      [
        '--no-install',
        'oxlint',
        '--type-aware',
        '--deny-warnings',
        '-c',
        path.join(root, '.oxlintrc.json'),
        file,
      ],
      { cwd: root, encoding: 'utf8' },
    );
    return { status, stdout };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

it('refuses a floating promise and accepts one that is handled', () => {
  const work = 'const work = async (): Promise<void> => { throw new Error("planted"); };\n';
  const floating = lint(`${work}work();\n`);
  expect(floating.stdout).toContain('no-floating-promises');
  expect(floating.status).not.toBe(0);
  expect(lint(`${work}work().catch(() => undefined);\n`).status).toBe(0);
});
