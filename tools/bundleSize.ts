// Keeps the login page light: fails when what a browser must fetch for `/` weighs more than the budget.
// `npx tsx tools/bundleSize.ts [folder of the build]`; fonts and pictures are not counted.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET_BYTES = 125_000;
const ENTRY = 'index.html';
const LOGIN = 'src/screens/account/LoginPage.tsx';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** The files that a module needs at once: its own, its styles, and those of all its static imports. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`${name} is not in the build`);
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

// One language is fetched; the heaviest one counts.
const words = Object.keys(manifest)
  .filter((name) => name.endsWith('.json?entry'))
  .map((name) => filesOf(manifest, name))
  .sort((a, b) => weigh(b[0] ?? '') - weigh(a[0] ?? ''))[0];
if (words === undefined) throw new Error('the words of the public pages are not in the build');

const files = [
  ...new Set(['theme.js', ...filesOf(manifest, ENTRY), ...filesOf(manifest, LOGIN), ...words]),
].filter((file) => /\.(js|css)$/.test(file));
const sizes = files.map((file) => ({ file, bytes: weigh(file) })).sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of sizes) console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  gzip in all, budget ${BUDGET_BYTES / 1000} kB`);
if (total > BUDGET_BYTES) {
  console.error('The login page has become too heavy.');
  process.exitCode = 1;
}
