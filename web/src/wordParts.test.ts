// Code that renders before a part of the texts is loaded must not use that part: the user would see the keys.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import words from '@helioport/locales/en.json';
import { expect, test } from 'vitest';
import { partOf } from '../localeParts.ts';

const src = fileURLToPath(new URL('.', import.meta.url));
/** The entry points of every visit behind the login. */
const FIRST = ['main.tsx', 'app/first.ts'];

const known = new Set(Object.keys(words).map((key) => key.replace(/_(one|two|few|many|other|zero)$/, '')));

/** Files loaded together with a file, and lazily loaded without texts: components, and pages marked `isLight`. */
function lightImportsOf(text: string): string[] {
  const fixed = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?'(\.[^']+\.tsx?)';/gms)];
  const lazily = [...text.matchAll(/\blazy\((?:(?!;$)[\s\S])*?import\('(\.[^']+)'\)/gm)];
  const pages = [
    ...text.matchAll(/isLight: true(?:(?!handle:)[\s\S])*?lazyPage\(\(\) => import\('(\.[^']+)'\)/g),
  ];
  return [...fixed, ...lazily, ...pages].map((found) => found[1]!);
}

/** Texts used at the first paint that belong to later parts or to the server. */
function misplaced(read: (file: string) => string): string[] {
  const seen = new Set<string>();
  const waiting = FIRST.map((file) => path.join(src, file));
  const found: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = read(file);
    for (const [, key] of text.matchAll(/'([a-zA-Z]\w*(?:\.\w+)+)'/g))
      if (known.has(key!) && ['screens', 'office', 'linked', 'server'].includes(partOf(key!)))
        found.push(`${path.relative(src, file)}: ${key}`);
    for (const other of lightImportsOf(text)) waiting.push(path.resolve(path.dirname(file), other));
  }
  expect(seen.size).toBeGreaterThan(60);
  return found;
}

const read = (file: string) => fs.readFileSync(file, 'utf8');

test('what is drawn at the first paint says only words that are there by then', () => {
  expect(misplaced(read)).toEqual([]);
});

test('a word of the layout on the list or the page of a plant, and one of a mail in the frame, would be seen', () => {
  const planted: Record<string, string> = {
    'features/site/list/SiteListPage.tsx': "t('layout.page');",
    'features/site/overview/NowPanel.tsx': "t('layout.zone');",
    'app/shell/Palette.tsx': "t('mail.handOver.subject');",
  };
  const withFaults = (file: string) => read(file) + (planted[path.relative(src, file)] ?? '');
  expect(misplaced(withFaults)).toEqual(
    expect.arrayContaining([
      'features/site/list/SiteListPage.tsx: layout.page',
      'features/site/overview/NowPanel.tsx: layout.zone',
      'app/shell/Palette.tsx: mail.handOver.subject',
    ]),
  );
});

/** Modules whose screens load the administration texts: see `offices` in app/screens.ts. */
const offices = /^features\/(account|product|configuration|mail|health|user)\//;

/** Administration texts used by other modules, at any time. */
function strayed(read: (file: string) => string): string[] {
  const seen = new Set<string>();
  const waiting = fs
    .readdirSync(path.join(src, 'features'))
    .map((feature) => path.join(src, 'features', feature, 'routes.tsx'))
    .filter((file) => fs.existsSync(file) && !offices.test(path.relative(src, file)));
  waiting.push(path.join(src, 'app/shell/Shell.tsx'));
  const found: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // A path in a comment leads nowhere.
    if (seen.has(file) || !fs.existsSync(file)) continue;
    seen.add(file);
    const text = read(file);
    for (const [, key] of text.matchAll(/'([a-zA-Z]\w*(?:\.\w+)+)'/g))
      if (known.has(key!) && partOf(key!) === 'office') found.push(`${path.relative(src, file)}: ${key}`);
    for (const [, other] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g))
      waiting.push(path.resolve(path.dirname(file), other!));
  }
  expect(seen.size).toBeGreaterThan(200);
  return found;
}

test('rooms that are not given the words of the office do not say them', () => {
  expect(strayed(read)).toEqual([]);
  const planted = path.join(src, 'features/site/SiteDetailPage.tsx');
  expect(strayed((file) => read(file) + (file === planted ? "t('outbox.anyKind');" : ''))).toEqual([
    'features/site/SiteDetailPage.tsx: outbox.anyKind',
  ]);
});

/** Texts of pages behind links used by other files. */
function astray(read: (file: string) => string): string[] {
  const pages = [...read(path.join(src, 'app/linkedPages.ts')).matchAll(/import\('(\..+?)'\)/g)];
  expect(pages.length).toBeGreaterThan(1);
  const given = new Set(pages.map(([, file]) => path.join('app', file!)));
  return fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !given.has(file))
    .flatMap((file) =>
      [...read(path.join(src, file)).matchAll(/'([a-zA-Z]\w*(?:\.\w+)+)'/g)]
        .filter(([, key]) => known.has(key!) && partOf(key!) === 'linked')
        .map(([, key]) => `${file}: ${key}`),
    );
}

test('only pages that are come to by a link say their words', () => {
  expect(astray(read)).toEqual([]);
  const planted = path.join(src, 'features/account/VerifyEmailPage.tsx');
  expect(astray((file) => read(file) + (file === planted ? "t('reportEnd.busy');" : ''))).toEqual([
    'features/account/VerifyEmailPage.tsx: reportEnd.busy',
  ]);
});

/** Texts of the server used by files of the portal. */
function missingTexts(read: (file: string) => string): string[] {
  return fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(path.join(src, file)).matchAll(/'([a-zA-Z]\w*(?:\.\w+)+)'/g)]
        .filter(([, key]) => known.has(key!) && partOf(key!) === 'server')
        .map(([, key]) => `${file}: ${key}`),
    );
}

test('no page uses texts that only the server has', () => {
  expect(missingTexts(read)).toEqual([]);
  const planted = path.join(src, 'features/site/findings/FindingPage.tsx');
  expect(
    missingTexts((file) => read(file) + (file === planted ? "t('mail.alarms.acknowledge');" : '')),
  ).toEqual(['features/site/findings/FindingPage.tsx: mail.alarms.acknowledge']);
});
