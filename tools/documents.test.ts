import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentsOf, type House, untrueIn } from './documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What benches, tests and the tools around us read; the portal's own are in the example. */
const others = [
  'TEST_DATABASE_URL',
  'TEST_CITUS_WORKERS',
  'HOSTILE_FILES',
  'MQTT_PAYLOADS',
  'LIVE_PAGES',
  'WHOLE_WINTER',
  'HELIOPORT_URL',
  'HELIOPORT_TOKEN',
];
const house: House = {
  has: (file) => fs.existsSync(path.join(root, file)),
  scripts: new Set(Object.keys(scripts)),
  variables: new Set([...(read('.env.example').match(/[A-Z][A-Z0-9_]+(?==)/g) ?? []), ...others]),
};

it('documents lead only to what is there, and name commands and settings that are', () => {
  const pages = documentsOf(root);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.flatMap((page) => untrueIn(page, read(page), house))).toEqual([]);
});

it('a dead link, a command that nobody has and a setting that nobody reads are caught', () => {
  const text =
    'See [it](gone.md#there), [us](../README.md) and run `npm run fly` with `FLYING_HIGH=on HOST=0.0.0.0`.';
  expect(untrueIn('docs/planted.md', text, house)).toEqual([
    'docs/planted.md links to gone.md, which does not exist',
    'docs/planted.md: npm run fly does not exist',
    'docs/planted.md: no code reads FLYING_HIGH',
  ]);
});

it('the service starts what npm start starts', () => {
  const unit = read('docs/guides/service/helioport.service');
  const [, started] = /^ExecStart=\/usr\/bin\/node --import tsx (\S+)$/m.exec(unit) ?? [];
  expect(scripts.start).toBe(`tsx ${started}`);
});
