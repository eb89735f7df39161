// Live operation: every device reports when due, over the endpoint that such devices use.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoPlant } from '@helioport/demo/world';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, localDay } from '@helioport/domain/periods';
import { type ReplayAnswer, RequestRefused } from './deviceEndpoints.ts';
import { frameOf, jsonReportOf, replayLine, reporterOf } from './frames.ts';
import { STEP_MS } from './plantDay.ts';
import { type DeviceReport, type InverterReport, isFramed, type JsonReport } from './reports.ts';
import type { World } from './world.ts';

/** Later reports use the replay endpoint, which accepts a timestamp; frames carry none. */
const LATE_MS = 20_000;
const LINES_PER_CHUNK = 2000;
/** About six hours of the demo data. Beyond this, the oldest reports are dropped. */
const MOST_WAITING = 10_000;

/** The ways into the portal. */
export interface DeviceEndpoints {
  readonly frame: (frame: Uint8Array) => Promise<unknown>;
  /** Absent without a token: then late reports and those of meters are lost. */
  readonly replay?: (lines: readonly string[]) => Promise<ReplayAnswer>;
  /** Absent without a broker: then meters and batteries use the replay endpoint. */
  readonly json?: (sn: string, report: ReturnType<typeof jsonReportOf>) => Promise<void>;
}

export interface LiveOptions {
  readonly world: World;
  readonly plants: readonly DemoPlant[];
  /** The first report is the first one not before this instant. */
  readonly fromMs: number;
  /**
   * Speed of the simulation relative to real time. Values other than 1 are for demonstrations, because frames carry no
   * time.
   */
  readonly speed: number;
  readonly endpoints: DeviceEndpoints;
  readonly onError: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * A report that is due at an instant. Its content is determined when it is sent, because a schedule may change until
 * then.
 */
interface DueReport {
  readonly atMs: number;
  readonly report: () => DeviceReport;
}

/** The reports of a plant from an instant on, without end, in order of time. */
export function* reportsFrom(world: World, plant: DemoPlant, fromMs: number): Generator<DueReport, never> {
  for (let day = localDay(fromMs, plant.timeZone); ; day = addDays(day, 1)) {
    let revision = world.revisionOf(plant.sid);
    let reports = world.reportsOfDay(plant, day);
    // A schedule changes the values, never the times.
    const current = () => {
      if (world.revisionOf(plant.sid) !== revision) {
        revision = world.revisionOf(plant.sid);
        reports = world.reportsOfDay(plant, day);
      }
      return reports;
    };
    for (const [i, report] of reports.entries())
      if (report.atMs >= fromMs) yield { atMs: report.atMs, report: () => current()[i] ?? report };
  }
}

/** The next due report of a plant's battery, or of the composite device that contains it. */
function nextOfBattery(world: World, plant: DemoPlant, nowMs: number): DeviceReport | undefined {
  for (const due of reportsFrom(world, plant, nowMs)) {
    if (due.atMs > nowMs + DAY_MS) return undefined;
    const report = due.report();
    if (report.kind === 'battery' || (report.kind === 'machine' && report.battery)) return report;
  }
}

/**
 * Applies a schedule to the battery of a plant and returns the report that the battery sends immediately. Power is
 * constant within a step: if the next report is due within the current one, the schedule applies from the start of that
 * step, because the report would otherwise state the power from before the schedule.
 */
export function followSchedule(
  world: World,
  plant: DemoPlant,
  schedule: BatterySchedule,
  nowMs: number,
): DeviceReport | undefined {
  const stepStartMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
  const due = nextOfBattery(world, plant, nowMs);
  const isDueInStep = due !== undefined && due.atMs < stepStartMs + STEP_MS;
  world.setSchedule(plant.sid, schedule, isDueInStep ? stepStartMs : nowMs);
  const report = nextOfBattery(world, plant, nowMs);
  return report && { ...report, atMs: nowMs };
}

/** The reports of several plants from an instant on, merged in order of time. */
export function* merged(world: World, plants: readonly DemoPlant[], fromMs: number): Generator<DueReport> {
  const sources = plants
    .filter((plant) => plant.commissionedDay !== null)
    .map((plant) => {
      const reports = reportsFrom(world, plant, fromMs);
      return { reports, head: reports.next().value };
    });
  for (;;) {
    let first = sources[0];
    for (const source of sources) if (first && source.head.atMs < first.head.atMs) first = source;
    if (!first) return;
    yield first.head;
    first.head = first.reports.next().value;
  }
}

/** Buffers reports that could not be delivered in time and sends them to the replay endpoint once it is available. */
function createLateMail(endpoints: DeviceEndpoints, signal: AbortSignal, onError: (text: string) => void) {
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  const sendAll = async () => {
    try {
      while (endpoints.replay && waiting.length > 0)
        await endpoints.replay(waiting.splice(0, LINES_PER_CHUNK));
    } catch (error) {
      if (!signal.aborted) onError(error instanceof RequestRefused ? error.message : String(error));
    } finally {
      sending = undefined;
    }
  };
  return {
    post(report: DeviceReport): void {
      if (!endpoints.replay) return;
      waiting.push(replayLine(report));
      if (waiting.length > MOST_WAITING) waiting = waiting.slice(-MOST_WAITING);
      sending ??= sendAll();
    },
    /** Resolves immediately unless a whole chunk is waiting; then once it is sent. */
    async waitForCapacity(): Promise<void> {
      if (waiting.length >= LINES_PER_CHUNK) await sending;
    },
  };
}

/** Runs the plants until the signal aborts. While the portal is unavailable, reports wait and are not lost. */
export async function live(options: LiveOptions): Promise<void> {
  const { world, plants, fromMs, speed, endpoints, onError: onTrouble, signal } = options;
  const startedAt = Date.now();
  const nowMs = () => (speed === 1 ? Date.now() : fromMs + (Date.now() - startedAt) * speed);
  const late = createLateMail(endpoints, signal, onTrouble);

  const sendFrame = (report: InverterReport) =>
    endpoints.frame(frameOf(report)).catch((error: unknown) => {
      onTrouble(`frame endpoint: ${error instanceof Error ? error.message : String(error)}`);
      if (speed === 1) late.post(report);
    });
  const sendJson = (report: JsonReport) =>
    endpoints.json
      ? endpoints
          .json(reporterOf(report), jsonReportOf(report))
          .catch((error: unknown) => onTrouble(String(error)))
      : Promise.resolve(late.post(report));

  for (const due of merged(world, plants, fromMs)) {
    while (!signal.aborted && nowMs() < due.atMs) {
      const waitMs = Math.min(1000, Math.max(1, (due.atMs - nowMs()) / speed));
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
    if (signal.aborted) return;
    const report = due.report();
    // Faster than real time, reports would be dated in the future, which the portal rejects.
    if (!isFramed(report)) void sendJson(speed === 1 ? report : { ...report, atMs: Date.now() });
    else if (speed === 1 && nowMs() - report.atMs > LATE_MS) late.post(report);
    else void sendFrame(report);
    await late.waitForCapacity();
  }
}
