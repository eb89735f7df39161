// Every call of the API has a screen, or docs/limits.md names it as a call for other clients.
import fs from 'node:fs';
import path from 'node:path';
import { contracts } from '@helioport/contract/contracts';
import type { Contract } from '@helioport/contract/endpoint';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const modules: Readonly<Record<string, Contract>> = contracts;

const sources = (fs.readdirSync(folder, { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));

/** The paths of the calls that a source file names, as `site.detail`, by destructuring, or by their path. */
function callsIn(source: string): string[] {
  const imported = [
    ...source.matchAll(/import (?:type )?\{([^}]*)\} from '@helioport\/contract\/(\w+)'/g),
  ].flatMap(([, names = '', module = '']) =>
    names.split(',').map((name) => ({ module, local: name.split(' as ').at(-1)?.trim() ?? '' })),
  );
  return Object.entries(modules).flatMap(([module, calls]) => {
    // A file of the contract that is no module of its own contains calls of one.
    const locals = imported
      .filter((one) => one.module === module || !(one.module in modules))
      .map(({ local }) => local);
    return Object.entries(calls)
      .filter(
        ([name, { path: address, aliases }]) =>
          [address, ...aliases].some((one) => new RegExp(`['"\`/]${one}['"\`?]`).test(source)) ||
          locals.some(
            (local) =>
              new RegExp(`\\b${local}\\s*\\.${name}\\b`).test(source) ||
              new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\}\\s*=\\s*${local}\\b`).test(source),
          ),
      )
      .map(([, { path: address }]) => address);
  });
}

const used = new Set(sources.flatMap(callsIn));
const unused = Object.values(modules)
  .flatMap((calls) => Object.values(calls).map(({ path: address }) => address))
  .filter((address) => !used.has(address))
  .sort();

/** The calls that the line "Calls without a screen" of the limits names. */
function excused(text: string): string[] {
  const line = /^- \*\*Calls without a screen\*\*.*$/m.exec(text)?.[0] ?? '';
  return [...line.matchAll(/`(v[12]\/[\w/]+)`/g)].map(([, address = '']) => address).sort();
}

test('calls without a screen are those that the limits name', () => {
  const limits = fs.readFileSync(path.join(folder, '../../docs/limits.md'), 'utf8');
  expect(unused).toEqual(excused(limits));
});

test('a call is found under another name, by destructuring and by its path, and not by its name alone', () => {
  const importing = "import { device as calls } from '@helioport/contract/device';\n";
  expect(callsIn(`${importing}useCall(calls.history)`)).toEqual(['v2/device/history']);
  expect(callsIn(`${importing}const { history } = calls;`)).toEqual(['v2/device/history']);
  expect(callsIn("fetch('/v2/device/history')")).toEqual(['v2/device/history']);
  expect(callsIn(`${importing}other.history; history(calls)`)).toEqual([]);
});
