// The upload calls of PVOutput, addstatus and addbatchstatus. Pure. Times are on the clock of the plant.
import { instantsOfWallClock } from '@helioport/domain/periods';
import { createFeedCollector, type FeedRequest } from '../feeds/values.ts';

const HALF_HOUR_MS = 1_800_000;
/** A clock may be this much ahead. */
const AHEAD_MS = 600_000;

/** Most records of a batch. */
export const PVOUTPUT_BATCH_MAX = 300;

interface Where {
  timeZone: string;
  nowMs: number;
}

/** A record of a batch, to be answered by its date and time. */
export interface BatchRecord {
  /** As sent. */
  date: string;
  time: string;
  request: FeedRequest;
}

export type Status = { ok: true; request: FeedRequest } | { ok: false; problem: string };
export type Batch = { ok: true; records: BatchRecord[] } | { ok: false; problem: string };

/** The digits of a date and a time as if they were UTC; undefined for what is none. */
function shownAt(date: string, time: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(date.trim()) ?? [];
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim()) ?? [];
  if (year === undefined || hour === undefined) return undefined;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const read = new Date(ms);
  const isDay = read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day);
  return isDay && Number(year) >= 2000 ? ms : undefined;
}

/**
 * The instant of a date and time. In the repeated hour of autumn: the later one if it has just been, or if the record
 * before it was at or after the earlier one.
 */
function instantOf(shownMs: number, { timeZone, nowMs }: Where, previousMs: number): number {
  const [first = shownMs, second] = instantsOfWallClock(shownMs, timeZone);
  if (second === undefined || second > nowMs + AHEAD_MS) return first;
  if (previousMs >= first && previousMs < second) return second;
  return nowMs - second < HALF_HOUR_MS ? second : first;
}

const fieldNames = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'b1', 'b2'] as const;

const numberPattern = /^[+-]?\d{1,15}(?:\.\d{1,9})?$/;

type Fields = Readonly<Partial<Record<string, string>>>;

/** A field as a number; absent for '' and, of the first four, for -1, as uploaders send it. */
function numbersOf(
  fields: Fields,
): { numbers: Readonly<Partial<Record<string, number>>> } | { problem: string } {
  const numbers: Record<string, number> = {};
  for (const name of fieldNames) {
    const text = fields[name]?.trim() ?? '';
    if (text === '' || (text === '-1' && /^v[1-4]$/.test(name))) continue;
    if (!numberPattern.test(text)) return { problem: `Invalid ${name} [${text.slice(0, 20)}]` };
    numbers[name] = Number(text);
  }
  return { numbers };
}

/**
 * One record. Without the net flag, the power at the grid is what is used beyond what is generated; with it, v2 is what
 * is exported and v4 what is imported. v3, energy used, is no counter of a meter at the grid and is not stored.
 */
function recordOf(fields: Fields, flags: { c1: string; isNet: boolean }, atMs: number): Status {
  const read = numbersOf(fields);
  if ('problem' in read) return { ok: false, problem: read.problem };
  const { v1, v2, v3, v4, v5, v6, b1, b2 } = read.numbers;
  if (v1 === undefined && v2 === undefined && v3 === undefined && v4 === undefined)
    return { ok: false, problem: 'Could not read a value of v1, v2, v3 or v4' };
  const into = createFeedCollector();
  const isLifetime = flags.c1 === '1' || flags.c1 === '2';
  if (v1 !== undefined) into.put('', 'pv', isLifetime ? 'energyOutWh' : 'energyTodayWh', v1, atMs);
  if (v2 !== undefined && !flags.isNet) into.put('', 'pv', 'powerW', v2, atMs);
  if (v1 !== undefined || (v2 !== undefined && !flags.isNet)) {
    if (v5 !== undefined) into.put('', 'pv', 'temperatureC', v5, atMs);
    if (v6 !== undefined) into.put('', 'pv', 'acVoltageV', v6, atMs);
  }
  // A battery in between may be unknown, so both sides are required.
  if (v4 !== undefined && v2 !== undefined && (flags.isNet || b1 === undefined))
    into.put('', 'grid', 'powerW', v4 - v2, atMs);
  if (b1 !== undefined) into.put('', 'battery', 'powerW', -b1, atMs);
  if (b2 !== undefined) into.put('', 'battery', 'socRatio', b2 / 100, atMs);
  const request = into.end();
  if (request.readings.length === 0)
    return { ok: false, problem: 'Could not use these values: power used (v4) needs power generated (v2)' };
  return { ok: true, request };
}

const flagsOf = (form: URLSearchParams) => ({ c1: form.get('c1') ?? '', isNet: form.get('n') === '1' });

/** Reads the parameters of addstatus. Never throws. */
export function readStatus(form: URLSearchParams, where: Where): Status {
  const date = form.get('d') ?? '';
  const time = form.get('t') ?? '';
  const shownMs = shownAt(date, time);
  if (shownMs === undefined)
    return { ok: false, problem: `Invalid date or time [${date.slice(0, 20)} ${time.slice(0, 20)}]` };
  const atMs = instantOf(shownMs, where, Number.NEGATIVE_INFINITY);
  if (atMs > where.nowMs + AHEAD_MS) return { ok: false, problem: 'Date is in the future' };
  const fields = Object.fromEntries(fieldNames.map((name) => [name, form.get(name) ?? '']));
  return recordOf(fields, flagsOf(form), atMs);
}

/** Reads `data` of addbatchstatus: records divided by `;`, fields by `,`. Never throws. */
export function readBatch(form: URLSearchParams, where: Where): Batch {
  const data = form.get('data') ?? '';
  const texts = data.split(';', PVOUTPUT_BATCH_MAX + 2).filter((text) => text.trim() !== '');
  if (texts.length === 0) return { ok: false, problem: 'Missing data' };
  if (texts.length > PVOUTPUT_BATCH_MAX)
    return { ok: false, problem: `Exceeded limit of ${PVOUTPUT_BATCH_MAX} records` };
  const flags = flagsOf(form);
  const records: BatchRecord[] = [];
  let previousMs = Number.NEGATIVE_INFINITY;
  for (const text of texts) {
    const [date = '', time = '', v1, v2, v3, v4, v5, v6] = text.split(',', 14);
    const shownMs = shownAt(date, time);
    const atMs = shownMs === undefined ? undefined : instantOf(shownMs, where, previousMs);
    previousMs = atMs ?? previousMs;
    const fields = Object.fromEntries(
      Object.entries({ v1, v2, v3, v4, v5, v6 }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    const record: Status =
      atMs === undefined ? { ok: false, problem: 'Invalid date or time' } : recordOf(fields, flags, atMs);
    const request = record.ok ? record.request : { readings: [], problems: [record.problem] };
    records.push({ date: date.trim().slice(0, 10), time: time.trim().slice(0, 5), request });
  }
  return { ok: true, records };
}
