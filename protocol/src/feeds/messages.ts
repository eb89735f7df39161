// What programs that publish over MQTT have in common: each message carries some values of one device. Pure.
import type { FeedRole } from '@helioport/domain/feeds';
import type { FeedPart, FeedValues } from './values.ts';

/** One message of a source, read. */
export interface FeedMessage {
  /** Which of several devices of the feed; '' for the only one. */
  readonly source: string;
  readonly role: FeedRole;
  /** The name of the device in the source. */
  readonly label?: string;
  /** Time of the values of this message and of those after it, ms since 1970; null: not known. */
  readonly atMs?: number | null;
  /** False: values until the opposite are not measured. */
  readonly isReachable?: boolean;
  readonly values?: FeedValues;
  readonly channels?: readonly FeedPart[];
  readonly phases?: readonly FeedPart[];
  /** Values that apply until the next ones. They alone are not a reading. */
  readonly lasting?: FeedValues;
}

/** Where a message is read. */
export interface FeedPlace {
  readonly timeZone: string;
  readonly nowMs: number;
}

/** Reads the messages of a source. */
export interface FeedTopics {
  /** Without AC power, values are not a complete reading and are not stored. */
  readonly needsPower: boolean;
  /** Undefined for a topic without values that are stored. Never throws. */
  read(topic: string, payload: string, place: FeedPlace): FeedMessage | undefined;
}

const numberPattern = /^[+-]?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i;

/** The number in a payload; undefined for other content, such as `nan` or ''. */
export function payloadNumber(payload: string): number | undefined {
  const text = payload.trim();
  const value = numberPattern.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Clocks start in 1970 until they are set. */
const CLOCK_MIN_S = 1_600_000_000;
const CLOCK_MAX_S = 2 ** 32;

/** The time of Unix seconds in ms; null for a clock that is not set. */
export const unixTime = (seconds: number | undefined): number | null =>
  seconds !== undefined && seconds > CLOCK_MIN_S && seconds < CLOCK_MAX_S ? Math.floor(seconds * 1000) : null;

/** Counters of the lifetime count in kWh, with three decimals. */
export const wattHours = (kilowattHours: number): number => Math.round(kilowattHours * 1e6) / 1000;

/** The JSON object in a payload; undefined for other content. */
export function payloadObject(payload: string): Readonly<Record<string, unknown>> | undefined {
  if (!payload.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(payload);
    return objectOf(value);
  } catch {
    return undefined;
  }
}

export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
