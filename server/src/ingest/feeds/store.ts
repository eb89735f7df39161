// From the readings of a feed to the pipeline: devices, checks of the values, and the note of what came last.
import { snOf } from '@helioport/domain/deviceIdentity';
import { type FeedRole, feedNames } from '@helioport/domain/feeds';
import type { FeedPart, FeedReading } from '@helioport/protocol/feeds/values';
import { parseReport } from '@helioport/protocol/helioport/report';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Feed, noteFeed } from '../../repositories/feeds.ts';
import type { Pipeline } from '../accept.ts';
import type { Arrival } from '../decode.ts';
import { ensureFeedDevices, feedSerial } from './devices.ts';

const reportKinds: Readonly<Record<FeedRole, string>> = { pv: 'inverter', grid: 'meter', battery: 'battery' };
const DAY_ENERGY_MAX_WH = 1e9;
const INPUT_ENERGY_MAX_WH = 2e8;
/** Readings that are stored one by one; more go together. */
const SINGLE_MAX = 20;
/** A feed is noted this often while nothing else changes. */
const NOTE_EVERY_MS = 10_000;
const NOTES_MAX = 20_000;

/** What became of one reading: `stored`, `repeated`, or why it was rejected. */
export type FeedStatus = { status: 'stored' | 'repeated' } | { status: 'refused'; problem: string };

export interface FeedStore {
  /**
   * Resolves when the readings are durable or rejected, in their order. Rejects with Unavailable when they could not be
   * stored; the request is then to be repeated.
   */
  store(feed: Feed, readings: readonly FeedReading[]): Promise<FeedStatus[]>;
  /** Notes a request; `problem`: why it was rejected. Never rejects. */
  note(feed: Feed, outcome: { readings: readonly FeedReading[]; problem: string }): Promise<void>;
}

export function createFeedStore(parts: { db: Db; pipeline: Pipeline; clock: Clock; log: Log }): FeedStore {
  const { db, pipeline, clock, log } = parts;
  const noted = new Map<number, { atMs: number; problem: string; hasValues: boolean }>();

  return {
    async store(feed, readings) {
      const refused = await ensureFeedDevices(db, feed, readings, clock());
      const statuses: (FeedStatus | undefined)[] = [];
      const arrivals: Arrival[] = [];
      const places: number[] = [];
      readings.forEach((reading, i) => {
        const problem = refused.get(feedSerial(feed, reading));
        const arrival = problem ?? arrivalOf(feed, reading);
        if (typeof arrival === 'string') {
          statuses[i] = { status: 'refused', problem: arrival };
          return;
        }
        arrivals.push(arrival);
        places.push(i);
      });
      const outcomes =
        arrivals.length <= SINGLE_MAX
          ? await Promise.all(arrivals.map((arrival) => pipeline.accept(arrival, 'feed')))
          : await pipeline.acceptMany(arrivals, 'feed');
      outcomes.forEach(({ status, refusal }, i) => {
        statuses[places[i]!] = status === 'refused' ? { status, problem: refusal ?? 'rejected' } : { status };
      });
      return readings.map((_, i) => statuses[i] ?? { status: 'refused', problem: 'rejected' });
    },

    async note(feed, { readings, problem }) {
      const nowMs = clock();
      const last = noted.get(feed.id);
      const hasValues = readings.length > 0;
      const isChange = !last || last.problem !== problem || (hasValues && !last.hasValues);
      if (!isChange && nowMs - last.atMs < NOTE_EVERY_MS) return;
      noted.delete(feed.id);
      noted.set(feed.id, { atMs: nowMs, problem, hasValues: hasValues || last?.hasValues === true });
      if (noted.size > NOTES_MAX) noted.delete(noted.keys().next().value!);
      const values = hasValues ? namedValues(readings) : undefined;
      try {
        await noteFeed(db, feed, { at: nowMs, error: problem, ...(values ? { values } : {}) });
      } catch (error) {
        log.debug({ err: error, feed: feed.id }, 'use of feed not noted');
      }
    },
  };
}

/** The reading as an arrival, or what is wrong with it. */
function arrivalOf(feed: Feed, reading: FeedReading): Arrival | string {
  const { role, atMs, values, channels, phases } = reading;
  const { energyTodayWh, ...fields } = values;
  const isToday = energyTodayWh !== undefined;
  if (isToday && !(energyTodayWh >= 0 && energyTodayWh <= DAY_ENERGY_MAX_WH))
    return 'outOfBounds: energy of the day';
  const kind = reportKinds[role];
  const inputs: FeedPart[] = [];
  const inputsTodayWh = new Map<number, number>();
  for (const { energyTodayWh: todayWh, ...input } of channels ?? []) {
    if (Object.keys(input).length > 1) inputs.push(input);
    if (todayWh === undefined) continue;
    if (!(todayWh >= 0 && todayWh <= INPUT_ENERGY_MAX_WH))
      return 'outOfBounds: energy of the day of an input';
    inputsTodayWh.set(input.index, todayWh);
  }
  const parsed = parseReport({
    kind,
    ...fields,
    ...(inputs.length > 0 ? { channels: inputs } : {}),
    ...(phases ? { phases } : {}),
  });
  const isOnlyToday =
    (isToday || inputsTodayWh.size > 0) && Object.keys(fields).length === 0 && inputs.length === 0 && !phases;
  if (!parsed.ok && !isOnlyToday) return `${parsed.refusal}: ${role} ${parsed.field}`;
  return {
    kind: 'report',
    sn: snOf(feed.kind, feedSerial(feed, reading)),
    report: parsed.ok ? parsed.report : { kind: 'inverter', channels: [] },
    ...(isToday ? { energyTodayWh } : {}),
    ...(inputsTodayWh.size > 0 ? { inputsTodayWh } : {}),
    ...(atMs === undefined ? {} : { atMs }),
  };
}

/** The latest values of a request by their names. */
function namedValues(readings: readonly FeedReading[]): Record<string, number> {
  const named: Record<string, number> = {};
  const byTime = [...readings].sort((a, b) => (a.atMs ?? Number.MAX_VALUE) - (b.atMs ?? Number.MAX_VALUE));
  for (const { role, values } of byTime)
    for (const [name, { role: ofRole, field, factor = 1 }] of Object.entries(feedNames)) {
      const value = ofRole === role ? values[field] : undefined;
      if (value !== undefined) named[name] = Math.round((value / factor) * 1000) / 1000;
    }
  return named;
}
