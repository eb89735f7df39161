import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { variables } from '../../src/configVariables.ts';
import { exampleOf } from './environment.ts';

const file = new URL('../../../.env.example', import.meta.url);

describe('.env.example', () => {
  it('says of every variable what config.ts says (renew it by vitest -u)', async () => {
    await expect(exampleOf(variables)).toMatchFileSnapshot(file.pathname);
  });

  it('would miss a variable that is added to the code only', () => {
    const withOneMore = [...variables, { name: 'NEW_ONE', about: 'Something new.', standard: '7' }];
    expect(exampleOf(withOneMore)).not.toBe(fs.readFileSync(file, 'utf8'));
  });

  it('shows the values that an empty environment has', () => {
    const shown = Object.fromEntries(variables.map(({ name, standard }) => [name, standard]));
    expect(readConfig(shown)).toEqual(readConfig({}));
  });
});

describe('the environment', () => {
  it('is read by config.ts alone', () => {
    const others = readers(['server/src', 'protocol/src', 'contract/src', 'domain/src']);
    expect(others).toEqual(['server/src/config.ts']);
  });
});

/** Files that mention process.env. */
function readers(folders: readonly string[]): string[] {
  const root = new URL('../../../', import.meta.url);
  return folders.flatMap((folder) =>
    (fs.readdirSync(new URL(folder, root), { recursive: true }) as string[])
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => fs.readFileSync(new URL(name, root), 'utf8').includes('process.env')),
  );
}
