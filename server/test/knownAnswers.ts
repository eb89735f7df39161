// The answers that public clients know, for tests that hold ours to the same keys.
import fs from 'node:fs';
import { ownKeys } from '../../contract/fixtures/ownKeys.ts';

interface Known {
  path: string;
  kind: string;
  response?: { data?: unknown };
}

const file = new URL('../../contract/fixtures/publicClients.json', import.meta.url);
const known = JSON.parse(fs.readFileSync(file, 'utf8')) as Known[];

/** `data` of the first complete answer that is known of a call. */
export function knownAnswer(path: string): unknown {
  const found = known.find((one) => one.path === path && one.kind === 'whole');
  if (!found) throw new Error(`no complete answer of ${path} is known`);
  return found.response?.data;
}

/** Every key of a value by its path, lists as `[]`: `list[].sn[].now`. */
export function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => keysOf(one, `${at}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flatMap(([key, inner]) => [`${at}.${key}`, ...keysOf(inner, `${at}.${key}`)])
    .sort();
}

/** Whether a path runs through a key that only our own screens read. */
const isOurs = (path: string): boolean =>
  path.endsWith('.series[].sn') || path.split('.').some((piece) => ownKeys.has(piece.replaceAll('[]', '')));

/** `keysOf` without what only our own screens read. */
export const publicKeysOf = (value: unknown): string[] => keysOf(value).filter((key) => !isOurs(key));
