import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

/** Files that style a class with a selector of that class alone, by class. */
function ownersOf(sheets: Readonly<Record<string, string>>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(sheets)) {
    for (const [, name = ''] of text.matchAll(/^\.([\w-]+)(?= \{|,$)/gm)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
  }
  return owners;
}

const shared = (sheets: Readonly<Record<string, string>>) =>
  [...ownersOf(sheets)].filter(([, files]) => files.size > 1).map(([name]) => name);

it('no two style sheets define the same class: the one that loads last would change the other', () => {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(40);
  const sheets = Object.fromEntries(
    files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
  );
  expect(shared(sheets)).toEqual([]);
});

/** Sources outside the folder of a style sheet that import it. */
const importersOf = (sheet: string): string[] =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && path.dirname(file) !== path.dirname(sheet))
    .filter((file) =>
      [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/import '(\.[^']+\.css)'/g)].some(
        ([, target = '']) => path.join(path.dirname(file), target) === sheet,
      ),
    );

it('the styles of files are used by the components of files only', () => {
  expect(importersOf('components/pv/files/files.css')).toEqual([]);
  expect(importersOf('components/pv/playback/playback.css').length).toBeGreaterThan(0);
});

it('a class that two style sheets define is found', () => {
  expect(shared({ 'a.css': '.x {\n}', 'b.css': '.y {\n}\n.x,\n.z {\n}', 'c.css': '.y .x {\n}' })).toEqual([
    'x',
  ]);
});
