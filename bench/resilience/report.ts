// The figures of the resilience test, what is a fault among them, and their table.
import { quantile } from '../measure.ts';
import type { FrameCounts } from './frames.ts';
import type { Call } from './messages.ts';
import type { Memory, Victim } from './product.ts';

export interface Latency {
  calls: number;
  p50: number;
  p99: number;
  max: number;
  /** Median and slowest by call, ms. */
  byCall: Record<string, { p50: number; p99: number; max: number }>;
  /** Answers 503 in time while the database was paused. */
  refused: number;
  /** Everything else that is no success, by kind. */
  failures: Record<string, number>;
}

export interface Figures {
  at: string;
  machine: string;
  minutes: number;
  kills: number;
  /** Latencies of other users before the attack, during it, and while processes are killed. */
  before: Latency;
  attack: Latency;
  killing?: Latency;
  pauses: number;
  /** Shares of the attack in which the server ran, and in which it waited for a processor that others had. */
  processor: { ran: number; waited: number };
  memory: { baseline: Memory; peak: Memory; after: Memory };
  /** `ms` is absent where the service did not answer in time. */
  recoveries: { victim: Victim; ms?: number | undefined }[];
  unexpectedExits: string[];
  supervisorRestarts: number;
  frames: FrameCounts & { unanswered: number };
  unhandledRejections: number;
  attacks: Record<string, Record<string, number>>;
  brokenAttackers: string[];
}

const P99_BELOW_MS = 1_000;
const MEMORY_MORE = 300 * 1_048_576;
/** A refusal is an answer if it comes this fast. */
const REFUSED_WITHIN_MS = 2_000;
/** After a pause the database has to catch up, and its watch to notice. */
const PAUSE_ENDS_LATER_MS = 3_000;

type Pauses = readonly { fromMs: number; toMs?: number }[] | 'everywhere';

const isIn = (pauses: Pauses, atMs: number): boolean =>
  pauses === 'everywhere' ||
  pauses.some(
    ({ fromMs, toMs = Number.POSITIVE_INFINITY }) => atMs >= fromMs && atMs <= toMs + PAUSE_ENDS_LATER_MS,
  );

const spread = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN };
};

/** The calls that ended between two instants. */
export function latencyOf(calls: readonly Call[], fromMs: number, toMs: number, pauses: Pauses): Latency {
  const own = calls.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const names = [...new Set(own.map(({ name }) => name))];
  const failures: Record<string, number> = {};
  let refused = 0;
  for (const { outcome, ms, atMs } of own) {
    if (outcome === 'ok') continue;
    if (outcome === 'code 503' && ms < REFUSED_WITHIN_MS && isIn(pauses, atMs)) refused++;
    else failures[outcome] = (failures[outcome] ?? 0) + 1;
  }
  return {
    calls: own.length,
    ...spread(own.map(({ ms }) => ms)),
    byCall: Object.fromEntries(
      names.map((name) => [name, spread(own.filter((call) => call.name === name).map(({ ms }) => ms))]),
    ),
    refused,
    failures,
  };
}

/** What makes the test fail. */
export function faultsOf(figures: Figures): string[] {
  const { attack, memory, unexpectedExits, frames, unhandledRejections, brokenAttackers } = figures;
  const growthOf = (key: keyof Memory) => memory.after[key] - memory.baseline[key];
  return [
    ...(attack.p99 < P99_BELOW_MS ? [] : [`other users wait: p99 ${Math.round(attack.p99)} ms`]),
    ...(['server', 'all'] as const)
      .filter((key) => growthOf(key) > MEMORY_MORE)
      .map((key) => `memory (${key}) is ${mb(growthOf(key))} above the baseline a minute later`),
    ...unexpectedExits.map((exit) => `ended unasked: ${exit}`),
    ...figures.recoveries
      .filter((one) => one.ms === undefined)
      .map(({ victim }) => `no answer after the ${victim} was killed`),
    ...(frames.missing === 0 ? [] : [`${frames.missing} acknowledged frames are missing`]),
    ...(unhandledRejections === 0 ? [] : [`${unhandledRejections} unhandled rejections`]),
    ...brokenAttackers.map((broken) => `the test itself: ${broken}`),
  ];
}

const mb = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;
const percent = (share: number): string => `${Math.round(100 * share)}%`;
const ms = (value: number): string => `${Math.round(value)} ms`;
const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

const latencyRow = (name: string, latency: Latency): string =>
  `${name.padEnd(16)} ${latency.calls} calls, p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}, max ${ms(latency.max)}; 503 while away ${latency.refused}; failures: ${listed(latency.failures)}`;

const memoryRow = (name: string, memory: Memory): string =>
  `${name.padEnd(16)} server ${mb(memory.server)}, its children ${mb(memory.children)}, database ${mb(memory.database)} and ${mb(memory.databaseShared)} shared, all ${mb(memory.all)}`;

/** The rows of the first phase. */
export const printedFirst = (attack: Latency, baseline: Memory, peak: Memory, after: Memory): string =>
  [
    latencyRow('attack', attack),
    memoryRow('baseline', baseline),
    memoryRow('peak', peak),
    memoryRow('a minute later', after),
  ].join('\n');

/** The table. */
export function printed(figures: Figures, faults: readonly string[]): string {
  const { before, attack, killing, memory, recoveries, frames } = figures;
  const killed = [...new Set(recoveries.map(({ victim }) => victim))];
  return [
    '',
    'Other users',
    latencyRow('before', before),
    latencyRow('attack', attack),
    ...Object.entries(attack.byCall).map(
      ([name, { p50, p99, max }]) => `  ${name.padEnd(14)} p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`,
    ),
    ...(killing ? [latencyRow('kills', killing)] : []),
    `The database was paused ${figures.pauses} times. The server ran ${percent(figures.processor.ran)} of the attack and waited ${percent(figures.processor.waited)} of it for a processor.`,
    '',
    'Memory',
    memoryRow('baseline', memory.baseline),
    memoryRow('peak', memory.peak),
    memoryRow('a minute later', memory.after),
    '',
    'Kills',
    ...killed.map((victim) => {
      const times = recoveries.filter((one) => one.victim === victim).map(({ ms: time }) => time ?? Infinity);
      const { p50, max } = spread(times);
      return `${victim.padEnd(16)} ${times.length} times, answers after ${ms(p50)} (median), ${ms(max)} (longest)`;
    }),
    `Restarts by the supervisor: ${figures.supervisorRestarts}; ended unasked: ${figures.unexpectedExits.length}`,
    '',
    `Frames           ${frames.acknowledged} acknowledged, ${frames.stored} stored, ${frames.missing} missing, ${frames.twice} twice, ${frames.unanswered} tries without an answer`,
    `Unhandled rejections: ${figures.unhandledRejections}`,
    '',
    'Attacks',
    ...Object.entries(figures.attacks).map(([name, counts]) => `${name.padEnd(16)} ${listed(counts)}`),
    '',
    ...(faults.length === 0 ? ['passed'] : faults.map((fault) => `FAULT ${fault}`)),
  ].join('\n');
}
