// Which files name columns of measures in SQL: only the catalogue may, or a new measure would be forgotten somewhere.
import fs from 'node:fs';
import path from 'node:path';
import { measureColumns } from '../../src/timeseries/catalogue.ts';

const catalogue = 'server/src/timeseries/catalogue.ts';
const names = measureColumns.map(({ name }) => name);
// Names of one word are words of the language too, so they count after an alias of the two tables only.
const compound = names.filter((name) => name.includes('_'));
const plain = names.filter((name) => !name.includes('_'));
const pattern = new RegExp(
  `(?<![\\w'"$])(?:${compound.join('|')})(?![\\w'":(])|\\b(?:l|r|latest|reading)\\.(?:${plain.join('|')})\\b(?!\\()`,
  'g',
);

/** The columns of measures that the templates of a source name. */
export const measuresNamedIn = (source: string): string[] =>
  [...source.matchAll(/`(?:[^`\\]|\\.)*`/g)].flatMap(([text]) => text.match(pattern) ?? []);

/** `file: column` for every file of the server that names one, the catalogue and tests left out. */
export function strayMeasures(root: string): string[] {
  const folder = path.join(root, 'server/src');
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => path.posix.join('server/src', name.split(path.sep).join('/')))
    .filter((file) => file !== catalogue)
    .flatMap((file) =>
      measuresNamedIn(fs.readFileSync(path.join(root, file), 'utf8')).map((column) => `${file}: ${column}`),
    );
}
