// Advisory locks: two purposes with the same number would block each other without an apparent reason.
import fs from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './directions.ts';

/** A number of ours, or a lock taken by anything but a named one of platform/locks. */
const stray = /7_?340_?\d{3}\b|pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock\w*\((?!\$1\)',\s*\[LOCKS\.\w+\])/g;

/** Lines of a source text that number a lock themselves; comments number none. */
export const strayLocksIn = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => line.search(stray) >= 0);

/** The same in all sources but platform/locks and tests. */
export const strayLocks = (root: string): string[] =>
  sourceFiles(root)
    .filter((file) => !/\.test\.tsx?$|^server\/test\/|^server\/src\/platform\/locks\.ts$/.test(file))
    .flatMap((file) =>
      strayLocksIn(fs.readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );

/** Names of which several have one number, as `a = c`. */
export function repeatedNumbers(locks: Readonly<Record<string, number>>): string[] {
  const byNumber = new Map<number, string[]>();
  for (const [name, number] of Object.entries(locks))
    byNumber.set(number, [...(byNumber.get(number) ?? []), name]);
  return [...byNumber.values()].filter((names) => names.length > 1).map((names) => names.join(' = '));
}
