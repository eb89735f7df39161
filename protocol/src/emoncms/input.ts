// The input calls of emoncms, post and bulk, after their parameters are read. Pure.
import { createFeedCollector, type FeedRequest } from '../feeds/values.ts';
import type { EmoncmsMapping } from './mapping.ts';

/** Most rows of a bulk call. */
export const EMONCMS_ROWS_MAX = 5_000;

const refused = (problem: string) => ({ readings: [], problems: [problem], isReadable: false });

/** The rows of a bulk call. */
export interface EmoncmsBulk extends FeedRequest {
  /** Whether each row has an offset and a node. Otherwise, emoncms rejects the whole call. */
  readonly isReadable: boolean;
}

/** Seconds since 1970, or a date; undefined for what is neither. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 1000) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,12}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

const numberOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\s*[+-]?\d{1,20}(?:\.\d{1,20})?\s*$/.test(value)
      ? Number(value)
      : Number.NaN;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Most characters of a name with its value, and of a value; longer ones are none, and take long to compare. */
const PIECE_MAX = 200;

/** `{power1:100}` and `power1:100`, as small devices write it. */
function looseOf(text: string): Record<string, unknown> | undefined {
  const strict = jsonOf(text);
  if (isObject(strict)) return strict;
  const found: Record<string, unknown> = {};
  for (const piece of text.replace(/^\s*\{|\}\s*$/g, '').split(',')) {
    if (piece.length > PIECE_MAX) return undefined;
    const [, name, value] = /^\s*"?([\w.\- ]{1,60}?)"?\s*:\s*"?([^":{}]{1,40}?)"?\s*$/.exec(piece) ?? [];
    if (name === undefined) return undefined;
    found[name] = value;
  }
  return found;
}

/** Most values of a list without names. */
const POSITIONS_MAX = 64;
const NO_NAMES =
  'values without names: enter their names in the portal when you create the token, or send fulljson';

/** Values by position, which emoncms names 1, 2 … */
const numbered = (values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(values.slice(0, POSITIONS_MAX).map((value, i) => [String(i + 1), value]));

/** A list of numbers as text; undefined if it is none. */
function positionsOf(text: string): Record<string, unknown> | undefined {
  const pieces = text.replace(/^\s*\[|\]\s*$/g, '').split(',', POSITIONS_MAX);
  if (pieces.some((piece) => piece.length > PIECE_MAX)) return undefined;
  const isList = pieces.every((piece) => /^\s*(?:[+-]?\d{1,20}(?:\.\d{1,20})?|nan|null)?\s*$/i.test(piece));
  return isList && pieces.some((piece) => /\d/.test(piece)) ? numbered(pieces) : undefined;
}

const unmapped: EmoncmsMapping = () => undefined;

/** Reads the parameters of `/input/post`; `mapping` has the names of values without known ones. Never throws. */
export function readPost(form: URLSearchParams, mapping: EmoncmsMapping = unmapped): FeedRequest {
  const node = (form.get('node') ?? '').slice(0, 60);
  const full = form.get('fulljson');
  const json = form.get('json') ?? form.get('data');
  const csv = form.get('csv');
  if (full === null && json === null && csv === null)
    return refused('Request contains no data via csv, json or data tag');
  const loose = json ?? csv ?? '';
  const positions = full === null ? positionsOf(loose) : undefined;
  const values = full === null ? (positions ?? (json === null ? undefined : looseOf(loose))) : jsonOf(full);
  if (!isObject(values)) return refused('Input is not a valid JSON object');
  const { time = form.get('time') ?? undefined, ...rest } = values;
  const atMs = time === undefined || time === '' ? undefined : timeOf(time);
  if (time !== undefined && time !== '' && atMs === undefined)
    return refused('Time string was not recognized');
  const into = createFeedCollector();
  let mapped = 0;
  for (const [key, value] of Object.entries(rest)) {
    const name = mapping(node, key);
    if (name !== undefined) mapped++;
    if (name !== '') into.putNamed(node, name ?? key, numberOf(value), atMs);
  }
  return positions && mapped === 0 ? refused(NO_NAMES) : into.end();
}

/**
 * Reads the parameters of `/input/bulk`: `data=[[offset, node, {name: value}], …]`. Offsets count from `time`, or from
 * `sentat` at the time of arrival, or from `offset`; without any of them the last row is now. Values without names get
 * those of `mapping`. Never throws.
 */
export function readBulk(
  form: URLSearchParams,
  nowMs: number,
  mapping: EmoncmsMapping = unmapped,
): EmoncmsBulk {
  const rows = jsonOf(form.get('data') ?? '');
  if (!Array.isArray(rows)) return refused('Format error, json string supplied is not valid');
  if (rows.length > EMONCMS_ROWS_MAX) return refused(`more than ${EMONCMS_ROWS_MAX} rows`);
  const given = (name: string): number | undefined => {
    const text = form.get(name);
    return text === null ? undefined : numberOf(text);
  };
  const last: unknown = rows.at(-1);
  const time = form.get('time');
  const fixedMs = time === null ? undefined : timeOf(time);
  if (time !== null && fixedMs === undefined) return refused('Time string was not recognized');
  const offset = given('offset');
  // Its manual has negative offsets as well as positive ones, both for a time before now.
  const backS =
    given('sentat') ??
    (offset === undefined ? numberOf(Array.isArray(last) ? last[0] : undefined) : Math.abs(offset));
  const startMs = fixedMs ?? nowMs - Math.round(backS * 1000);
  const into = createFeedCollector();
  let isReadable = true;
  rows.forEach((row: unknown, i) => {
    const [after, node, ...values] = Array.isArray(row) ? (row as unknown[]) : [];
    const atMs = startMs + Math.round(numberOf(after) * 1000);
    if (!Number.isSafeInteger(atMs) || (typeof node !== 'string' && typeof node !== 'number')) {
      into.problem(`Format error in row ${i + 1}`);
      isReadable = false;
      return;
    }
    const source = String(node).slice(0, 60);
    const put = (key: string, value: unknown, name = mapping(source, key)) => {
      if (name !== '') into.putNamed(source, name ?? key, numberOf(value), atMs);
    };
    for (const [position, value] of values.slice(0, POSITIONS_MAX).entries()) {
      const key = String(position + 1);
      const name = mapping(source, key);
      if (isObject(value)) for (const [own, one] of Object.entries(value)) put(own, one);
      else if (name === undefined) into.problem(`row ${i + 1}: ${NO_NAMES}`);
      else put(key, value, name);
    }
  });
  return { ...into.end(), isReadable };
}
