import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditActions } from '@helioport/domain/auditActions';
import { describe, expect, it } from 'vitest';
import { say } from '../../src/platform/words.ts';
import { sourceFiles } from './directions.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Actions that a source text writes into the change log: the `room.verb` texts of lines that set `action`. */
const actionsIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => /\baction\s*[:=]/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]\w*\.\w+)'/g)].map((match) => match[1] ?? ''));

describe('the change log', () => {
  it('is written with known actions only, and no action is known in vain', () => {
    const written = sourceFiles(root)
      .filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'))
      .flatMap((file) => actionsIn(fs.readFileSync(path.join(root, file), 'utf8')));
    expect([...new Set(written)].sort()).toEqual([...auditActions].sort());
  });

  it('has words for every action', () => {
    for (const action of auditActions) expect(say(6, `audit.${action}`)).not.toBe(`audit.${action}`);
  });

  it('would show an action that nobody has named', () => {
    expect(actionsIn("await writeAudit(tx, {\n  action: heir ? 'site.new' : 'site.old',\n});")).toEqual([
      'site.new',
      'site.old',
    ]);
    expect(actionsIn("say('audit.none')")).toEqual([]);
  });
});
