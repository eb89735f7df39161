// Lazily loaded components must wait for the connection. Otherwise a lost connection fails the whole page: React
// passes the error to the error boundary around it.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = fs
  .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name));

/** Those calls of React's `lazy` in a source that do not wait. */
const impatient = (source: string) =>
  /\blazy\b[^;]*from 'react'/.test(source)
    ? [...source.matchAll(/\blazy\((?!\(\) =>\s+untilFetched\()[^\n]*/g)].map(([line]) => line)
    : [];

it('waits for the connection, every part that is fetched late', () => {
  const found = sources.flatMap((name) =>
    impatient(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')).map(
      (line) => `${name}: ${line}`,
    ),
  );
  // The only way to load a component with texts; it waits internally.
  expect(found).toEqual([
    expect.stringContaining('lazyPart.tsx: lazy(async () => ({ default: await untilFetched('),
  ]);
});

it('finds one that does not', () => {
  const planted = "import { lazy } from 'react';\nconst Part = lazy(() => import('./Part.tsx'));";
  expect(impatient(planted)).toEqual(["lazy(() => import('./Part.tsx'));"]);
});
