// The names of the values that feeds without fixed fields may send, and what they mean. Pure; shared by the formats.
import { type FeedField, type FeedMeaning, type FeedRole, feedNames } from '@helioport/domain/feeds';

const normal = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');

/** What a name means, in any case and with any separators; undefined for names of other values. */
function meaningOf(name: string): FeedMeaning | undefined {
  if (Object.hasOwn(feedNames, name)) return feedNames[name];
  const [, stem = ''] = /^(.+)_kwh?$/.exec(name) ?? [];
  if (!Object.hasOwn(feedNames, stem)) return undefined;
  const found = feedNames[stem]!;
  const isEnergy = found.field.startsWith('energy');
  if (name.endsWith('_kwh') ? !isEnergy : found.field !== 'powerW') return undefined;
  return { ...found, factor: 1000 };
}

/** Meaning of a value named alone, or together with the group it belongs to, such as `power` of the node `pv`. */
export const feedMeaning = (name: string, group = ''): FeedMeaning | undefined =>
  meaningOf(normal(name)) ?? (group === '' ? undefined : meaningOf(normal(`${group}_${name}`)));

export type FeedValues = Readonly<Partial<Record<FeedField, number>>>;

/** A DC input or a phase of a device; the energy of an input is its lifetime counter. */
export interface FeedPart {
  /** From 1. */
  readonly index: number;
  readonly powerW?: number;
  readonly voltageV?: number;
  readonly currentA?: number;
  readonly energyWh?: number;
}

/** The values of one device at one time. */
export interface FeedReading {
  /** Which of several sources of the feed, such as a node; '' for the only one. */
  readonly source: string;
  readonly role: FeedRole;
  /** Milliseconds since 1970; absent: the time of arrival. */
  readonly atMs?: number;
  readonly values: FeedValues;
  readonly channels?: readonly FeedPart[];
  readonly phases?: readonly FeedPart[];
  /** The name of the device in the source. */
  readonly label?: string;
}

/** The readings of a request, and what could not be read. A request without readings is rejected. */
export interface FeedRequest {
  readonly readings: readonly FeedReading[];
  /** In the order of the request; at most a few. */
  readonly problems: readonly string[];
}

const PROBLEMS_LISTED = 5;

/** Collects values by device and time: all values of a request with the same device and time are one reading. */
export function createFeedCollector() {
  const byKey = new Map<string, { reading: Omit<FeedReading, 'values'>; values: Record<string, number> }>();
  const problems: string[] = [];
  let unknown = 0;
  const put = (source: string, role: FeedRole, field: FeedField, value: number, atMs?: number) => {
    const key = `${role} ${atMs ?? ''} ${source}`;
    let found = byKey.get(key);
    if (!found) {
      found = { reading: { source, role, ...(atMs === undefined ? {} : { atMs }) }, values: {} };
      byKey.set(key, found);
    }
    found.values[field] = value;
  };
  return {
    put,
    /** A value by its name. Not-a-number and infinite values are not available and never zero. */
    putNamed(source: string, name: string, value: number, atMs?: number, group = source) {
      const meaning = feedMeaning(name, group);
      if (!meaning) unknown++;
      else if (Number.isFinite(value))
        put(source, meaning.role, meaning.field, value * (meaning.factor ?? 1), atMs);
    },
    problem(text: string) {
      if (problems.length < PROBLEMS_LISTED) problems.push(text);
    },
    end(): FeedRequest {
      const readings = [...byKey.values()].map(({ reading, values }) => ({ ...reading, values }));
      if (readings.length === 0 && problems.length === 0)
        problems.push(
          unknown > 0
            ? `no value has a known name, expected one of: ${Object.keys(feedNames).join(', ')}`
            : 'no values',
        );
      return { readings, problems };
    },
  };
}
