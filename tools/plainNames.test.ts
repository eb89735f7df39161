import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dialectInNames, dialectInSchema, wordsOfReadings } from './plainNames.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders whose declared names use standard terms: all with source code of the product. */
const folders = [
  'agent',
  'bench',
  'client',
  'contract',
  'demo',
  'domain',
  'e2e',
  'protocol',
  'simulator',
  'server/seed',
  'server/src',
  'server/test',
  'web/src',
];

/** Names that a wire format, a table or a contract prescribes. */
const prescribed: ReadonlySet<string> = new Set(['emailForgetPassword']);
/** Folders that store and read what devices send. */
const ofReadings = /^server\/src\/timeseries\/(?!analytics\/)/;
/** Names in them in which "reports" is a verb, or that clients know. */
const verbs: ReadonlySet<string> = new Set(['reportsModules', 'lastReportAtMs']);
/** Folders that calculate irradiance on modules (POA), where the word is the industry term. */
const planeOfArray = /^(?:domain\/src\/(?:sun|analytics\/)|bench\/faultWorld\/)/;

const sourcesOf = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/databaseTypes|(?:^|\/)(?:node_modules|dist)\//.test(name))
    .map((name) => path.posix.join(folder, name));

describe('names of the database', () => {
  const schema = fs.readFileSync(path.join(root, 'server/schema.sql'), 'utf8');

  it('use standard terms', () => {
    expect(schema).toContain('create table site_condition');
    expect(dialectInSchema(schema)).toEqual([]);
  });

  it.each([
    ['a table', 'create table plant_verdict (', 'plant_verdict: "verdict"'],
    ['a column', '  plane_id integer,', 'plane_id: "plane"'],
    ['an index', 'CREATE INDEX alarm_by_news ON alarm USING btree (id);', 'alarm_by_news: "news"'],
    ['a value', "CHECK (reason = ANY (ARRAY['trouble'::text]))", 'trouble: "trouble"'],
    ['a partitioned table', 'create table report (', 'report: "report"'],
    ['a column of a total', '  row_reports bigint not null,', 'row_reports: "reports"'],
    ['a home-made state', "CHECK (reason = ANY (ARRAY['silent'::text]))", 'silent: "silent"'],
    ['a trigger', 'CREATE TRIGGER sky_planes AFTER DELETE ON arrays', 'sky_planes: "planes"'],
  ])('are reported when planted: %s', (_, line, found) => {
    const last = schema.split('\n').length + 1;
    expect(dialectInSchema(`${schema}\n${line}`)).toEqual([expect.stringContaining(`${last}: ${found}`)]);
  });
});

describe('declared names', () => {
  it.each(folders)('use standard terms: %s', (folder) => {
    const files = sourcesOf(folder);
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((file) =>
      dialectInNames(file, fs.readFileSync(path.join(root, file), 'utf8'), prescribed).filter(
        (line) => !(planeOfArray.test(file) && /"planes?"/.test(line)),
      ),
    );
    expect(found).toEqual([]);
  });

  it('call what devices send a reading: server/src/timeseries', () => {
    const files = sourcesOf('server/src').filter((file) => ofReadings.test(file));
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) =>
      dialectInNames(file, fs.readFileSync(path.join(root, file), 'utf8'), verbs, wordsOfReadings),
    );
    expect(found).toEqual([]);
    expect(dialectInNames('planted.ts', 'export interface IncomingReport {', verbs, wordsOfReadings)).toEqual(
      [expect.stringContaining('IncomingReport: "report"')],
    );
  });

  it.each([
    ['const told = 1;', 'told'],
    ['  let askedAtMs = 0;', 'asked'],
    ['export async function forgetSites(db: Db) {}', 'forget'],
    ['export interface PlaneEntry {', 'plane'],
    ['type Verdicts = string[];', 'verdicts'],
    ['const STRANGERS_IN_ALL = 5;', 'strangers'],
    ['class PackedDay {}', 'packed'],
  ])('are reported for a planted line: %s', (line, word) => {
    expect(dialectInNames('planted.ts', line)).toEqual([
      expect.stringMatching(new RegExp(`^planted\\.ts:1: \\w+: "${word}" `)),
    ]);
  });

  it('may contain the same letters in other words, in comments and in keys of a wire format', () => {
    const lines = [
      'const folder = 1;',
      'const standardRoomier = 2;',
      '// const told = 3;',
      'return { told: 4 };',
    ];
    expect(dialectInNames('plain.ts', lines.join('\n'))).toEqual([]);
    expect(dialectInNames('plain.ts', 'const planes = 1;', new Set(['planes']))).toEqual([]);
  });
});
