// Writes to the database: a table has a single writer only if few modules contain write statements.
import fs from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './directions.ts';

const writing =
  /\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+[\w".${}()]+(?:\s+(?:as\s+)?\w+)?\s+set\b|\btruncate\s+(?:table\s+)?\w|\bmerge\s+into\b|\bcopy\s+\w+[^'"`]*\bfrom\s+stdin\b/gi;

const writers = ['server/src/repositories/', 'server/src/timeseries/', 'server/migrations/', 'server/seed/'];

/**
 * The book of applied migrations is kept by the one who applies them, before any table exists; a backup is brought back
 * into all tables alike, whatever they hold.
 */
const exceptions = ['server/src/platform/migrate.ts', 'server/src/platform/backup/restore.ts'];

/** The statements that write in a source text, each in its first words; comments are no statements. */
export const writesIn = (source: string): string[] =>
  (source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '').match(writing) ?? []).map((found) =>
    found.replace(/\s+/g, ' ').toLowerCase(),
  );

/** Writing statements outside the rooms of the writers. Tests, stories and benchmarks make their own worlds. */
export const strayWrites = (root: string): string[] =>
  sourceFiles(root)
    .filter((file) => !/\.test\.tsx?$|^server\/test\/|^bench\/|^e2e\//.test(file))
    .filter((file) => !exceptions.includes(file) && !writers.some((folder) => file.startsWith(folder)))
    .flatMap((file) =>
      writesIn(fs.readFileSync(path.join(root, file), 'utf8')).map((statement) => `${file}: ${statement}`),
    );
