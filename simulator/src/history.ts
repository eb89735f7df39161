// Sends history: newest day first, so that the displayed charts fill first.

import { setImmediate as breathe } from 'node:timers/promises';
import type { DemoPlant } from '@helioport/demo/world';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import type { ReplayAnswer } from './deviceEndpoints.ts';
import { replayLine } from './frames.ts';
import type { DeviceReport } from './reports.ts';
import type { World } from './world.ts';

const LINES_PER_CHUNK = 2000;
const CHUNKS_IN_FLIGHT = 2;

export interface Progress {
  /** The day just finished, in the calendar of UTC. */
  readonly day: string;
  readonly done: number;
  readonly total: number;
}

export interface HistoryOptions {
  readonly world: World;
  readonly plants: readonly DemoPlant[];
  /** Today counts as one. */
  readonly days: number;
  /** Earliest instant to send. Days that end before it do not count. */
  readonly sinceMs?: number;
  /** End of the range to send, exclusive. */
  readonly untilMs: number;
  readonly send: (lines: readonly string[]) => Promise<ReplayAnswer>;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Reports of all plants on the local day `back` days before their today, in order of time. Yields to other work between
 * two plants.
 */
async function reportsBack(
  { world, plants, sinceMs = 0, untilMs }: HistoryOptions,
  back: number,
): Promise<DeviceReport[]> {
  const reports: DeviceReport[] = [];
  for (const plant of plants) {
    const day = addDays(localDay(untilMs, plant.timeZone), -back);
    for (const report of world.reportsOfDay(plant, day)) {
      if (report.atMs >= sinceMs && report.atMs < untilMs) reports.push(report);
    }
    await breathe();
  }
  return reports.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Days back from today until the days of all zones are before `sinceMs`; in the east, a day may start a day earlier.
 */
function daysBack({ days, sinceMs, untilMs }: HistoryOptions): number {
  if (sinceMs === undefined) return days;
  return Math.min(days, Math.max(0, Math.ceil((untilMs - sinceMs) / DAY_MS)) + 1);
}

/** Sends the last days of all plants. At most two chunks are on their way at a time: the portal sets the pace. */
export async function bringHistory(options: HistoryOptions): Promise<ReplayAnswer> {
  const { untilMs, send, onProgress, signal } = options;
  const days = daysBack(options);
  const sum = { accepted: 0, repeated: 0, refused: 0 };
  for (let back = 0; back < days; back++) {
    signal.throwIfAborted();
    const reports = await reportsBack(options, back);
    const inFlight = new Set<Promise<void>>();
    for (let from = 0; from < reports.length; from += LINES_PER_CHUNK) {
      const lines = reports.slice(from, from + LINES_PER_CHUNK).map(replayLine);
      const sent = send(lines)
        .then((answer) => {
          sum.accepted += answer.accepted;
          sum.repeated += answer.repeated;
          sum.refused += answer.refused;
        })
        .finally(() => inFlight.delete(sent));
      // The first failure is thrown below; this prevents unhandled rejections of the others.
      sent.catch(() => undefined);
      inFlight.add(sent);
      if (inFlight.size >= CHUNKS_IN_FLIGHT) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
    onProgress({ day: addDays(localDay(untilMs, 'UTC'), -back), done: back + 1, total: days });
  }
  return sum;
}
