// The line protocol of InfluxDB: `measurement[,tag=value] field=value[,field=value] [time]`. Pure.
import { HOUR_MS } from '@helioport/domain/duration';
import { type FeedRole, feedNames } from '@helioport/domain/feeds';
import { createFeedCollector, type FeedPart, type FeedReading, type FeedRequest } from '../feeds/values.ts';

/** Most lines of a request. */
export const INFLUX_LINES_MAX = 10_000;
/** Most tags and fields of a request, which take the time of its parsing; 2 MB of usual lines have half as many. */
export const INFLUX_PAIRS_MAX = 200_000;

/** How many of a unit make a millisecond, by the parameter `precision` of InfluxDB 1 and 2, or 3. */
const perMs: Readonly<Record<string, number>> = {
  ns: 1e6,
  n: 1e6,
  us: 1e3,
  u: 1e3,
  ms: 1,
  s: 1e-3,
  m: 1 / 60_000,
  h: 1 / HOUR_MS,
  nanosecond: 1e6,
  microsecond: 1e3,
  millisecond: 1,
  second: 1e-3,
};

/** The unit follows from the size of each time, as InfluxDB 3 does. */
const AUTO = 'auto';

export const isInfluxPrecision = (text: string): boolean => text === AUTO || Object.hasOwn(perMs, text);

/** The divisor of a time of unknown unit. The bounds are those of InfluxDB 3: each is the year 2128 in its unit. */
function guessedDivisor(time: number): number {
  const size = Math.abs(time);
  if (size < 5e9) return 1e-3;
  if (size < 5e12) return 1;
  return size < 5e15 ? 1e3 : 1e6;
}

/** Splits at a character that is neither escaped nor, if quotes count, inside of quotes. */
function split(text: string, at: string, hasQuotes: boolean): string[] {
  const pieces: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '"' && hasQuotes) isQuoted = !isQuoted;
    else if (c === at && !isQuoted) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

const plain = (text: string): string => text.replace(/\\([,= \\"])/g, '$1');

/** Key and value of a tag or field; undefined if one is missing. */
function pairOf(text: string): [string, string] | undefined {
  const [key = '', ...rest] = split(text, '=', false);
  return key === '' || rest.length === 0 || rest[0] === '' ? undefined : [plain(key), rest.join('=')];
}

/** Each text fits in one way only: time is linear in its length. */
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[iu]?$/i;

interface Line {
  measurement: string;
  device: string;
  /** The name of the device when it is created. */
  label: string;
  fields: [string, string][];
  time: string;
}

function lineOf(text: string): Line | string {
  // Strings in fields may contain blanks; tags cannot be quoted.
  const heads = split(text, ' ', false);
  const head = heads[0] ?? '';
  const rest = split(text.slice(head.length + 1).trim(), ' ', true).filter((piece) => piece !== '');
  const [fieldText = '', time = '', more] = rest;
  if (head === '' || fieldText === '' || more !== undefined) return 'expected: measurement,tags fields time';
  const [measurement = '', ...tagTexts] = split(head, ',', false);
  if (measurement === '') return 'missing measurement';
  let device = '';
  let label = '';
  for (const tagText of tagTexts) {
    const tag = pairOf(tagText);
    if (!tag) return 'missing tag value';
    if (tag[0] === 'device') device = plain(tag[1]);
    if (tag[0] === 'device_name') label = plain(tag[1]);
  }
  const fields: [string, string][] = [];
  for (const one of split(fieldText, ',', true)) {
    const field = pairOf(one);
    if (!field) return 'missing field value';
    fields.push(field);
  }
  return { measurement: plain(measurement), device, label, fields, time };
}

function hasTooManyPairs(body: string): boolean {
  let count = 0;
  for (let at = body.indexOf('='); at >= 0 && count <= INFLUX_PAIRS_MAX; at = body.indexOf('=', at + 1))
    count++;
  return count > INFLUX_PAIRS_MAX;
}

/**
 * Parses the lines of a write. An invalid line is a problem of its own. A field is identified by its name, or by
 * measurement and field; the tag `device` separates several devices, `device_name` names them. Strings and booleans are
 * ignored.
 */
export function readLines(body: string, precision: string): FeedRequest {
  const into = createFeedCollector();
  const lines = body.split('\n', INFLUX_LINES_MAX + 1);
  if (lines.length > INFLUX_LINES_MAX) {
    into.problem(`more than ${INFLUX_LINES_MAX} lines`);
    return into.end();
  }
  if (hasTooManyPairs(body)) {
    into.problem(`more than ${INFLUX_PAIRS_MAX} tags and fields`);
    return into.end();
  }
  lines.forEach((raw, i) => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return;
    const line = lineOf(text);
    if (typeof line === 'string') {
      into.problem(`line ${i + 1}: ${line}`);
      return;
    }
    const { measurement, device, label, fields, time } = line;
    if (time !== '' && !/^-?\d{1,19}$/.test(time)) {
      into.problem(`line ${i + 1}: bad timestamp`);
      return;
    }
    const number = Number(time);
    const divisor = precision === AUTO ? guessedDivisor(number) : (perMs[precision] ?? 1e6);
    const atMs = time === '' ? undefined : Math.floor(number / divisor);
    for (const [name, value] of fields) {
      if (/^(?:".*"|t|f|true|false)$/is.test(value)) continue;
      if (!numberPattern.test(value)) {
        into.problem(`line ${i + 1}: bad value of ${name.slice(0, 40)}`);
        continue;
      }
      into.putNamed(device, name, Number(value.replace(/[iu]$/i, '')), atMs, measurement, label);
    }
  });
  return into.end();
}

const escaped = (text: string): string => text.replace(/[\r\n\t]/g, ' ').replace(/[,= \\"]/g, '\\$&');

const nameOf = (role: FeedRole, field: string): [name: string, factor: number] | undefined => {
  for (const [name, meaning] of Object.entries(feedNames))
    if (meaning.role === role && meaning.field === field) return [name, meaning.factor ?? 1];
  return undefined;
};

const partNames = {
  powerW: 'power',
  voltageV: 'voltage',
  currentA: 'current',
  energyWh: 'energy',
  energyTodayWh: 'energy_today',
} as const;

function* partFields(
  role: FeedRole,
  kind: 'dc' | 'l',
  parts: readonly FeedPart[] = [],
): Generator<InfluxField> {
  for (const part of parts)
    for (const [field, name] of Object.entries(partNames)) {
      const value = part[field as keyof typeof partNames];
      if (value !== undefined) yield [`${role}_${kind}${part.index}_${name}`, value];
    }
}

/** A number by its name. */
export type InfluxField = readonly [name: string, value: number];

interface FieldLine {
  measurement: string;
  /** Tags with an empty text are left out. */
  tags: Readonly<Record<string, string>>;
  fields: readonly InfluxField[];
  /** In the precision of the write; absent: the time of arrival. */
  time?: number | undefined;
}

/** A line; '' without fields. */
export function lineOfFields({ measurement, tags, fields, time }: FieldLine): string {
  if (fields.length === 0) return '';
  const pairs = Object.entries(tags).map(([name, text]) => (text === '' ? '' : `,${name}=${escaped(text)}`));
  const numbers = fields.map(([name, value]) => `${name}=${value}`);
  return `${measurement}${pairs.join('')} ${numbers.join(',')}${time === undefined ? '' : ` ${time}`}`;
}

/**
 * The line of a reading, with its time in milliseconds; `readLines` returns the same reading. '' if none of its values
 * has a name.
 */
export function lineOfReading({ source, role, atMs, values, channels, phases, label }: FeedReading): string {
  const fields: InfluxField[] = [];
  for (const [field, value] of Object.entries(values)) {
    const [name, factor] = nameOf(role, field) ?? ['', 1];
    if (name !== '') fields.push([name, value / factor]);
  }
  fields.push(...partFields(role, 'dc', channels), ...partFields(role, 'l', phases));
  return lineOfFields({
    measurement: role,
    tags: { device: source, device_name: label ?? '' },
    fields,
    time: atMs,
  });
}
