// `npm run locales`: sorts the texts of all languages and lists missing, superfluous and unused ones.
// With `--check`, writes nothing and fails on any problem.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProblems, readLocales, sortedText } from './localeRules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');

for (const [webCode, { text, words }] of readLocales(root)) {
  const wanted = sortedText(words);
  if (text === wanted) continue;
  if (isCheck) {
    console.log(`locales/${webCode}.json is not sorted; run npm run locales`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(path.join(root, 'locales', `${webCode}.json`), wanted);
  }
}

const problems = findProblems(root);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log('All languages are complete.');
