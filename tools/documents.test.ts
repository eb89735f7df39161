import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentsOf, formFaultsOf, type Repository, untrueIn } from './documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Variables of benchmarks, tests and external tools; those of the portal are in `.env.example`. */
const others = [
  'TEST_DATABASE_URL',
  'TEST_CITUS_WORKERS',
  'HOSTILE_FILES',
  'MQTT_PAYLOADS',
  'LIVE_PAGES',
  'WHOLE_WINTER',
  'HELIOPORT_URL',
  'HELIOPORT_TOKEN',
  'HELIOPORT_ACCOUNT',
  'HELIOPORT_PASSWORD',
  'HELIOPORT_REPLAY_TOKEN',
];
const repository: Repository = {
  has: (file) => fs.existsSync(path.join(root, file)),
  scripts: new Set(Object.keys(scripts)),
  variables: new Set([...(read('.env.example').match(/[A-Z][A-Z0-9_]+(?==)/g) ?? []), ...others]),
};

it('documents name existing files, commands and settings only', () => {
  const pages = documentsOf(root);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.flatMap((page) => untrueIn(page, read(page), repository))).toEqual([]);
});

it('a dead link, a missing file, an unknown command and an unused setting are reported', () => {
  const text =
    'See [it](gone.md#there), `server/src/gone.ts`, [us](../README.md) and run `npm run fly` with `FLYING_HIGH=on HOST=0.0.0.0`.';
  expect(untrueIn('docs/planted.md', text, repository)).toEqual([
    'docs/planted.md links to gone.md, which does not exist',
    'docs/planted.md names server/src/gone.ts, which does not exist',
    'docs/planted.md: npm run fly does not exist',
    'docs/planted.md: no code reads FLYING_HIGH',
  ]);
});

it('decisions have a date, a status, their parts and an entry in the index', () => {
  const names = fs.readdirSync(path.join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  const index = read('docs/decisions/README.md');
  expect(names.flatMap((name) => formFaultsOf(name, read(`docs/decisions/${name}`), index))).toEqual([]);
  expect(formFaultsOf('2026-11-21-planted.md', 'Date: 2026-11-22. Status: accepted.', index)).toEqual([
    '2026-11-21-planted.md: date or status is missing',
    '2026-11-21-planted.md has no **Decision.**',
    '2026-11-21-planted.md has no **Consequences.**',
    '2026-11-21-planted.md is not in the index',
  ]);
});

it('the service starts what npm start starts', () => {
  const unit = read('docs/guides/service/helioport.service');
  const [, started] = /^ExecStart=\/usr\/bin\/node --import tsx (\S+)$/m.exec(unit) ?? [];
  expect(scripts.start).toBe(`tsx ${started}`);
});
