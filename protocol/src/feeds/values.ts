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

/** A value of a DC input (`dc`) or a phase (`l`) of a device. */
export interface FeedPartMeaning {
  readonly role: FeedRole;
  readonly list: 'channels' | 'phases';
  /** From 1. */
  readonly index: number;
  readonly field: Exclude<keyof FeedPart, 'index'>;
}

/** Most DC inputs of a device. */
export const FEED_INPUTS_MAX = 24;
const partPattern = /^(pv|grid|battery)_(dc|l)([1-9]\d?)_(power|voltage|current|energy|energy_today)$/;
const partFields = {
  power: 'powerW',
  voltage: 'voltageV',
  current: 'currentA',
  energy: 'energyWh',
  energy_today: 'energyTodayWh',
} as const;

/** Meaning of a name such as `pv_dc1_power` or `grid_l3_voltage`, in W, V, A and Wh. */
export function feedPartMeaning(name: string, group = ''): FeedPartMeaning | undefined {
  const found = partPattern.exec(normal(name)) ?? partPattern.exec(normal(`${group}_${name}`));
  if (!found) return undefined;
  const [, role, kind, digits, quantity] = found;
  const index = Number(digits);
  const isInput = kind === 'dc';
  if (isInput ? role !== 'pv' || index > FEED_INPUTS_MAX : index > 3 || quantity!.startsWith('energy'))
    return undefined;
  return {
    role: role as FeedRole,
    list: isInput ? 'channels' : 'phases',
    index,
    field: partFields[quantity as keyof typeof partFields],
  };
}

export type FeedValues = Readonly<Partial<Record<FeedField, number>>>;

/** A DC input or a phase of a device; the energies of an input are its counters of the lifetime and of the day. */
export interface FeedPart {
  /** From 1. */
  readonly index: number;
  readonly powerW?: number;
  readonly voltageV?: number;
  readonly currentA?: number;
  readonly energyWh?: number;
  readonly energyTodayWh?: number;
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

interface Collected {
  reading: Omit<FeedReading, 'values' | 'channels' | 'phases'>;
  values: Record<string, number>;
  channels: Map<number, Record<string, number>>;
  phases: Map<number, Record<string, number>>;
}

const listed = (parts: Collected['channels']): FeedPart[] =>
  [...parts].sort(([a], [b]) => a - b).map(([index, fields]) => ({ index, ...fields }));

/** Collects values by device and time: all values of a request with the same device and time are one reading. */
export function createFeedCollector() {
  const byKey = new Map<string, Collected>();
  const problems: string[] = [];
  let unknown = 0;
  const collected = (source: string, role: FeedRole, atMs?: number, label?: string): Collected => {
    const key = `${role} ${atMs ?? ''} ${source}`;
    let found = byKey.get(key);
    if (!found) {
      const reading = {
        source,
        role,
        ...(atMs === undefined ? {} : { atMs }),
        ...(label ? { label } : {}),
      };
      found = { reading, values: {}, channels: new Map(), phases: new Map() };
      byKey.set(key, found);
    }
    return found;
  };
  const put = (
    source: string,
    role: FeedRole,
    field: FeedField,
    value: number,
    { atMs, label }: { atMs?: number | undefined; label?: string } = {},
  ) => {
    collected(source, role, atMs, label).values[field] = value;
  };
  return {
    put: (source: string, role: FeedRole, field: FeedField, value: number, atMs?: number) =>
      put(source, role, field, value, { atMs }),
    /** A value by its name. Not-a-number and infinite values are not available and never zero. */
    putNamed(source: string, name: string, value: number, atMs?: number, group = source, label = '') {
      const meaning = feedMeaning(name, group);
      const part = meaning ? undefined : feedPartMeaning(name, group);
      if (!meaning && !part) unknown++;
      if (!Number.isFinite(value)) return;
      if (meaning) put(source, meaning.role, meaning.field, value * (meaning.factor ?? 1), { atMs, label });
      if (!part) return;
      const parts = collected(source, part.role, atMs, label)[part.list];
      parts.set(part.index, { ...parts.get(part.index), [part.field]: value });
    },
    problem(text: string) {
      if (problems.length < PROBLEMS_LISTED) problems.push(text);
    },
    end(): FeedRequest {
      const readings = [...byKey.values()].map(({ reading, values, channels, phases }) => ({
        ...reading,
        values,
        ...(channels.size > 0 ? { channels: listed(channels) } : {}),
        ...(phases.size > 0 ? { phases: listed(phases) } : {}),
      }));
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
