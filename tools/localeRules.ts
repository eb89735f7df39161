// Rules for locale files: the same keys and placeholders in all languages, every key used, all plural forms, the
// punctuation of the language, and no text that equals the English one unless it is listed in same-as-english.json.
import fs from 'node:fs';
import path from 'node:path';
import { languages } from '@helioport/domain/languages';
import { findCountProblems, stemOf } from './localeCounts.ts';
import { findOwnColons, findPunctuationProblems } from './localePunctuation.ts';

interface Locale {
  text: string;
  words: Record<string, string>;
}

/** The locale files by web code. */
export function readLocales(root: string): Map<string, Locale> {
  return new Map(
    languages.map(({ webCode }) => {
      const text = fs.readFileSync(path.join(root, 'locales', `${webCode}.json`), 'utf8');
      return [webCode, { text, words: JSON.parse(text) as Record<string, string> }];
    }),
  );
}

/** The one form of a locale file: keys sorted, two spaces. */
export function sortedText(words: Record<string, string>): string {
  const sorted = Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Keys that code puts together from parts, by their beginning. */
const composed: readonly RegExp[] = [
  /^audit\./,
  /^companyKind\./,
  /^feed\.(kind|about|steps)\./,
  /^webhook\.(event|paused)\./,
  /^calendar\.entry\./,
  /^imports\.(days|meaning|stamp)\./,
  /^cloud\.(state|reason|plantReason|plantState)\./,
  /^commission\.(check|why)\./,
  /^command\.(waiting|queued|sent|confirmed|refused|expired|withdrawn)$/,
  /^update\.(downloading|installing|failed)$/,
  /^campaign\.(state|stop|device|failed)\./,
  /^deviceKind\./,
  /^machine\.(access\.(publish|subscribe)|mode\.(charge|discharge|selfUse))$/,
  /^mail\./,
  /^failure\./,
  /^menu\./,
  /^role\./,
  /^advice\./,
  /^event\.(plantSilent|gatewaySilent|silent|plantZero|makesNothing|modulesMakeNothing|moduleWeak|energyLoss|tooMuch|nightPower|dataGap)(\.explanation)?$/,
  /^kiosk\.state\.(live|asleep|none)$/,
  /^notice\.way\.\w+$/,
  /^case\.(outcome|priority|state|step|view)\.\w+$/,
  /^fleet\.size\.\w+$/,
  /^alarm\.(state|step)\.\w+$/,
  /^serial\.stock\.\w+$/,
  /^site\.severity\.\w+$/,
  /^event\.severity\.\w+$/,
  /^fault\./,
  /^finding\.(cause|confidence|cost|evidence|recommendation|sentence|source)\./,
  /^parameter\.powerMode\.\d$/,
  /^status\./,
  /^trouble\.\w+$/,
  /^measure\./,
  /^kind\./,
  /^weather\./,
];

const placesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)]
    .map((match) => match[1] ?? '')
    .sort((a, b) => (a < b ? -1 : 1))
    .join();

/** The source in which words are asked for, by file. */
function readSource(root: string): Map<string, string> {
  const parts = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'test-results'].includes(entry.name)) walk(at);
      } else if (/\.tsx?$/.test(entry.name)) {
        parts.set(path.relative(root, at), fs.readFileSync(at, 'utf8'));
      }
    }
  };
  for (const folder of ['web/src', 'server/src', 'server/seed', 'contract/src', 'domain/src'])
    walk(path.join(root, folder));
  return parts;
}

/** Everything that is wrong with the locale files below `root`, one line each. */
export function findProblems(root: string): string[] {
  const locales = new Map([...readLocales(root)].map(([webCode, { words }]) => [webCode, words]));
  const allowed = JSON.parse(
    fs.readFileSync(path.join(root, 'locales', 'same-as-english.json'), 'utf8'),
  ) as Record<string, string[]>;
  const source = readSource(root);
  return [
    ...findUnused(locales.get('en') ?? {}, [...source.values()].join('\n')),
    ...findDifferences(locales, allowed),
    ...findCountProblems(locales),
    ...findPunctuationProblems(locales),
    ...findOwnColons(new Map([...source].filter(([file]) => file.startsWith('web/')))),
  ];
}

function findUnused(english: Record<string, string>, source: string): string[] {
  return Object.keys(english)
    .filter((key) => !composed.some((pattern) => pattern.test(key)) && !source.includes(stemOf(key)))
    .map((key) => `en: "${key}" is not used`);
}

/** What a language lacks or has beyond English. Forms of texts with numbers are compared by their rules, not here. */
function findDifferences(
  locales: ReadonlyMap<string, Record<string, string>>,
  allowed: Record<string, string[]>,
): string[] {
  const english = locales.get('en') ?? {};
  const problems: string[] = [];
  for (const [webCode, words] of locales) {
    if (webCode === 'en') continue;
    const excused = new Set([...(allowed.all ?? []), ...(allowed[webCode] ?? [])]);
    for (const [key, text] of Object.entries(english)) {
      const own = words[key];
      const isForm = stemOf(key) !== key;
      if (own === undefined) {
        if (!isForm) problems.push(`${webCode}: "${key}" is missing`);
        continue;
      }
      if (own.trim() === '') problems.push(`${webCode}: "${key}" is empty`);
      if (!isForm && placesOf(own) !== placesOf(text))
        problems.push(`${webCode}: "${key}" has other placeholders than English`);
      const isSame = own === text && webCode !== 'gb' && /\p{L}{3,}/u.test(text.replace(/\{\{.*?\}\}/g, ''));
      if (isSame && !excused.has(key) && !excused.has(stemOf(key)))
        problems.push(`${webCode}: "${key}" equals the English text "${text}"`);
    }
    for (const key of Object.keys(words)) {
      if (stemOf(key) === key && english[key] === undefined)
        problems.push(`${webCode}: "${key}" is not in English`);
    }
  }
  return problems;
}
