// Location of every call: its path determines its file, and every contract has a mounted handler.
import fs from 'node:fs';
import path from 'node:path';
import { addressOf, type Contract, type Endpoint } from '@helioport/contract/endpoint';
import type { Fulfilled } from '../../src/access/handler.ts';
import type { FastifyInstance } from '../../src/platform/http.ts';

/** Entries whose key or room is not the one that their path names. */
export const wronglyNamed = (contracts: Readonly<Record<string, Contract>>): string[] =>
  Object.entries(contracts).flatMap(([noun, contract]) =>
    Object.entries(contract).flatMap(([key, { path: address }]) => {
      const named = addressOf(address);
      return named.room === noun && named.name === key ? [] : [`${address} stands in ${noun} as ${key}`];
    }),
  );

/** Entries without a handler in the file that their path names, and files that answer no entry of their room. */
export function misplaced(contracts: Readonly<Record<string, Contract>>, apiFolder: string): string[] {
  return Object.entries(contracts).flatMap(([noun, contract]) => {
    const folder = path.join(apiFolder, noun);
    const files = fs.readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const helpers = files
      .filter((name) => !/^export default /m.test(fs.readFileSync(path.join(folder, name), 'utf8')))
      .map((name) => `${noun}/${name} answers no call: it belongs in ${noun}/internal`);
    const handlers = files
      .filter((name) => /^export default /m.test(fs.readFileSync(path.join(folder, name), 'utf8')))
      .map((name) => name.slice(0, -'.ts'.length));
    const missing = Object.values(contract)
      .map(({ path: address }) => ({ address, file: addressOf(address).name }))
      .filter(({ file }) => !handlers.includes(file))
      .map(({ address, file }) => `${address} has no ${noun}/${file}.ts`);
    const idle = handlers
      .filter((name) => !(name in contract))
      .map((name) => `${noun}/${name}.ts answers no call`);
    return [...missing, ...idle, ...helpers];
  });
}

/** Files whose handler has not the type of the entry that their path names: the compiler checks it against that type. */
export const otherTypes = (contracts: Readonly<Record<string, Contract>>, apiFolder: string): string[] =>
  Object.entries(contracts).flatMap(([noun, contract]) =>
    Object.keys(contract).flatMap((name) => {
      const source = fs.readFileSync(path.join(apiFolder, noun, `${name}.ts`), 'utf8');
      const [, variable, key] = /(?:handler|withPreparation)<\s*typeof (\w+)\.(\w+)/.exec(source) ?? [];
      const imported = new RegExp(
        `import (?:type )?\\{[^}]*\\b${variable}\\b[^}]*\\} from '@helioport/contract/${noun}'`,
      );
      return key === name && imported.test(source) ? [] : [`${noun}/${name}.ts`];
    }),
  );

/** Contracts without a handler, and routes that the server does not have. */
export function unanswered(
  contracts: Readonly<Record<string, Contract>>,
  apiCalls: readonly Fulfilled[],
  http: FastifyInstance,
): string[] {
  const kept = new Set<Endpoint>(apiCalls.map(({ endpoint }) => endpoint));
  return allOf(contracts).flatMap((endpoint) => [
    ...(kept.has(endpoint) ? [] : [`${endpoint.path} is fulfilled by no room`]),
    ...[endpoint.path, ...endpoint.aliases]
      .filter((address) => !http.hasRoute({ method: 'POST', url: `/${address}` }))
      .map((address) => `${address} is not mounted`),
  ]);
}

/** Every call of every room. */
export const allOf = (contracts: Readonly<Record<string, Contract>>): Endpoint[] =>
  Object.values(contracts).flatMap((contract) => Object.values(contract));
