import fs from 'node:fs';
import { contracts } from '@helioport/contract/contracts';
import { describe, expect, it } from 'vitest';
import { ACCESS_PAGE, apiPages } from './apiDocs.ts';

const folder = new URL('../docs/api/', import.meta.url);
const pages = apiPages(contracts);

describe('docs/api', () => {
  it('has one page for each room of the contract, and one that says who may call what', () => {
    expect(
      fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort(),
    ).toEqual([...pages.keys(), ACCESS_PAGE].sort());
  });

  it.each([...pages])('%s says what the contract says (else: npm run routes -- --docs)', (name, text) => {
    expect(fs.readFileSync(new URL(name, folder), 'utf8')).toBe(text);
  });

  it('mentions every address and links only to shapes of the same page', () => {
    for (const [module, calls] of Object.entries(contracts)) {
      const text = pages.get(`${module}.md`) ?? '';
      for (const { path, aliases } of Object.values(calls)) {
        for (const address of [path, ...aliases]) expect(text).toContain(address);
      }
      for (const [, name = ''] of text.matchAll(/\[(\w+)\]\(#/g)) expect(text).toContain(`\n### ${name}\n`);
    }
  });
});
