import fs from 'node:fs';
import { expect, it } from 'vitest';
import { measuresPage } from './measuresPage.ts';

it('docs/measures.md says what the catalogue says (else: npx tsx tools/measuresPage.ts --write)', () => {
  expect(fs.readFileSync(new URL('../docs/measures.md', import.meta.url), 'utf8')).toBe(measuresPage());
});
