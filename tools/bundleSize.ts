// Keeps the first paint light: fails when what a browser must fetch for `/`, for the plant list, or for the overview of a
// plant, weighs more than the budget.
// `npx tsx tools/bundleSize.ts [folder of the build]`; fonts and pictures are not counted.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const LOGIN_BYTES = 125_000;
const FIRST_BYTES = 188_000;
const PLANT_BYTES = 217_000;
const ENTRY = 'index.html';
const FIRST = 'src/app/first.ts';
const PLANT = 'src/features/site/SiteDetailPage.tsx';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** The files that a module loads initially: its own, its styles, and those of all its static imports. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`${name} is missing from the build`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen)),
  ];
}

const dist = path.resolve(process.argv[2] ?? 'web/dist');
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const weigh = (file: string) => gzipSync(fs.readFileSync(path.join(dist, file))).length;

// The script before all others, which no module imports.
const early = /\/(assets\/early-[^"]+)"/.exec(fs.readFileSync(path.join(dist, ENTRY), 'utf8'))?.[1];
if (early === undefined) throw new Error('the early script is missing from the page');

// One language is fetched; the heaviest one counts.
const heaviestWords = (part: 'entry' | 'shell') => {
  const heaviest = Object.keys(manifest)
    .filter((name) => name.endsWith(`.json?${part}`))
    .map((name) => filesOf(manifest, name))
    .sort((a, b) => weigh(b[0] ?? '') - weigh(a[0] ?? ''))[0];
  if (heaviest === undefined) throw new Error(`the texts of ${part} are missing from the build`);
  return heaviest;
};
const words = heaviestWords('entry');
const shellWords = heaviestWords('shell');

/** Prints the size of the files and whether it exceeds the budget. */
function checkBudget(what: string, names: readonly string[], budget: number): void {
  const files = [...new Set(names)].filter((file) => /\.(js|css)$/.test(file));
  const sizes = files.map((file) => ({ file, bytes: weigh(file) })).sort((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  console.log(`${(total / 1000).toFixed(2).padStart(7)} kB  total gzip, budget ${budget / 1000} kB: ${what}`);
  if (total <= budget) return;
  console.error(`${what} exceeds its budget by ${total - budget} bytes.`);
  process.exitCode = 1;
}

const login = [early, ...filesOf(manifest, ENTRY), ...words];
checkBudget('login page', login, LOGIN_BYTES);
const list = [...login, ...filesOf(manifest, FIRST), ...shellWords];
checkBudget('app shell and plant list', list, FIRST_BYTES);
checkBudget('plant overview', [...list, ...filesOf(manifest, PLANT)], PLANT_BYTES);
