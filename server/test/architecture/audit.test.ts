import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditActions } from '@helioport/domain/auditActions';
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { sourceFiles } from './directions.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Actions that a source file writes to the audit log: the `area.verb` texts of lines that set `action`. */
const actionsIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => /\baction\s*[:=]/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]\w*\.\w+)'/g)].map((match) => match[1] ?? ''));

/** Field names of every `detail: {…}` in a source file that writes to the audit log. */
function fieldsIn(source: string): string[] {
  if (!/\baction\s*[:=]/.test(source)) return [];
  return [...source.matchAll(/\bdetail: \{/g)].flatMap(({ index }) => {
    const found: string[] = [];
    let depth = 0;
    // Only the top level of the braces, no nested braces or calls.
    for (const [part] of source.slice(index).matchAll(/[{[(]|[}\])]|(?<=[{,]\s*)\w+(?=\s*[,:}])/g)) {
      if (/[{[(]/.test(part)) depth++;
      else if (/[}\])]/.test(part)) {
        if (--depth === 0) break;
      } else if (depth === 1) found.push(part);
    }
    return found;
  });
}

describe('the change log', () => {
  it('has words for every field that is written into it, or leaves it out', () => {
    const words = fs.readFileSync(path.join(root, 'web/src/session/auditWords.ts'), 'utf8');
    const known = new Set([...words.matchAll(/^ {2}(\w+): '|'(\w+)'(?=[,\]])/gm)].map(([, a, b]) => a ?? b));
    const written = sourceFiles(root)
      .filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'))
      .flatMap((file) => fieldsIn(fs.readFileSync(path.join(root, file), 'utf8')));
    expect(written.length).toBeGreaterThan(40);
    // Old and new row, whose fields are those of the form that changed them.
    const others = written.filter((field) => !known.has(field) && !['before', 'after'].includes(field));
    expect([...new Set(others)]).toEqual([]);
    expect(
      fieldsIn(
        "await writeAudit(tx, me, now, { action: 'a.b', detail: { planted, by: { from: old, to }, id: f(x) } });",
      ),
    ).toEqual(['planted', 'by', 'id']);
  });

  it('is written with known actions only, and no action is known in vain', () => {
    const written = sourceFiles(root)
      .filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'))
      .flatMap((file) => actionsIn(fs.readFileSync(path.join(root, file), 'utf8')));
    expect([...new Set(written)].sort()).toEqual([...auditActions].sort());
  });

  it('has words for every action', () => {
    for (const action of auditActions) expect(translate(6, `audit.${action}`)).not.toBe(`audit.${action}`);
  });

  it('would show an action that nobody has named', () => {
    expect(
      actionsIn("await writeAudit(tx, me, now, {\n  action: heir ? 'site.new' : 'site.old',\n});"),
    ).toEqual(['site.new', 'site.old']);
    expect(actionsIn("say('audit.none')")).toEqual([]);
  });
});
