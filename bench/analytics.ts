// `npm run analytics`: checks the models and the data quality of the analytics against reference vectors and measured plants,
// prints the results and writes them into docs/analytics.md. Ends with 1 if a bar is missed. --dry writes nothing.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkClock } from './analytics/clock.ts';
import { checkOrientation } from './analytics/orientation.ts';
import { section, withSection } from './analytics/page.ts';
import { checkPvwatts } from './analytics/pvwatts.ts';
import { checkQuality } from './analytics/quality.ts';
import { checkVectors } from './analytics/vectors.ts';

const PAGE = fileURLToPath(new URL('../docs/analytics.md', import.meta.url));
const { values } = parseArgs({ options: { dry: { type: 'boolean' } } });

const groups = [
  { title: 'Models against pvlib and PVWatts', results: [...checkVectors(), ...checkPvwatts()] },
  { title: 'Orientation from power on clear days', results: checkOrientation() },
  { title: 'Clock', results: checkClock() },
  { title: 'Data quality', results: checkQuality() },
];

for (const { title, results } of groups) {
  console.log(`\n${title}`);
  for (const { what, expected, result, isMet } of results) {
    const mark = isMet === null ? '    ' : isMet ? 'ok  ' : 'FAIL';
    console.log(`${mark} ${what}: ${result} (${expected})`);
  }
}
const missed = groups.flatMap(({ results }) => results).filter(({ isMet }) => isMet === false);
console.log(`\n${missed.length === 0 ? 'All bars met.' : `${missed.length} missed.`}`);
if (!values.dry) fs.writeFileSync(PAGE, withSection(fs.readFileSync(PAGE, 'utf8'), section(groups)));
process.exit(missed.length === 0 ? 0 : 1);
