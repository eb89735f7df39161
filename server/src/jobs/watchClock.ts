// Checks the server's clock, in every process: at start against stored data, then against monotonic counters. Findings
// are recorded for administrators; readings keep their stored times.
import os from 'node:os';
import {
  type ClockDeviation,
  type ClockReading,
  clockDeviationOf,
  jumpBetween,
} from '@helioport/domain/clockDeviation';
import { inTransaction, type Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import {
  addClockNote,
  type ClockNote,
  isClockSettled,
  lastRun,
  noteRun,
  openClockNotes,
  prolongClockNote,
  type Run,
} from '../repositories/clockNotes.ts';
import { newestReliable } from '../timeseries/current/newest.ts';
import { renewAhead } from '../timeseries/retention/ahead.ts';
import type { JobParts } from './jobParts.ts';

interface Parts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  /** Build time of the program, ms; null if unknown. */
  builtMs: number | null;
  /** Monotonic counters; those of the system except in tests. */
  counters?: () => Omit<ClockReading, 'wallMs'>;
}

export interface ClockWatch {
  /** True while a note is open. */
  isSuspect(): boolean;
  /** True while the clock is wrong: nothing should then be deleted because of its age. */
  isWrong(): boolean;
  /** Looks now; the watch itself does every few seconds. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_MS = 10_000;
/** How often what lasts is written down. */
const NOTE_MS = 60_000;
/** Two processes see one jump within this time. */
const SAME_JUMP_MS = 2 * LOOK_MS;

const systemCounters = () => ({ awakeMs: performance.now(), uptimeMs: os.uptime() * 1000 });

/** Checks the clock and resolves; then continues to check until stopped. */
export async function watchClock(parts: Parts): Promise<ClockWatch> {
  const { db, clock, log, counters = systemCounters } = parts;
  const read = (): ClockReading => ({ wallMs: clock(), ...counters() });
  let last = read();
  let run: Run = { fromMs: last.wallMs, toMs: last.wallMs };
  let notedMs = 0;
  let isSuspect = false;
  let isWrong = false;

  const look = async (isFirst = false) => {
    const now = read();
    const jumpMs = isFirst ? 0 : jumpBetween(last, now);
    const before = run;
    if (jumpMs !== 0) run = { fromMs: now.wallMs, toMs: now.wallMs };
    run.toMs = now.wallMs;
    last = now;
    if (!isFirst && jumpMs === 0 && now.awakeMs - notedMs < NOTE_MS) return;
    notedMs = now.awakeMs;
    const wasWrong = isWrong;
    const open = await inTransaction(db, 'write', async (tx) => {
      await lock(tx, 'clockNotes');
      const earlier = await lastRun(tx);
      const known = isFirst || jumpMs !== 0 ? earlier : undefined;
      // It reads all newest rows, so not without a reason.
      const problem =
        known !== undefined || isFirst || wasWrong
          ? await currentProblem(tx, parts, now.wallMs, known)
          : null;
      const observation = { now: now.wallMs, jumpMs, run: before, earlier: isFirst ? earlier : undefined };
      for (const words of await note(tx, observation, problem)) log.warn(words, 'host clock incorrect');
      await noteRun(tx, run);
      return await openClockNotes(tx);
    });
    isSuspect = open.length > 0;
    isWrong = open.some(({ isOver }) => !isOver);
    // Under a clock that is behind, everything that is right looks ahead of it.
    if (isWrong || !(isFirst || jumpMs !== 0 || wasWrong)) return;
    const devices = await renewAhead(db, now.wallMs);
    if (devices > 0) log.warn({ devices }, 'latest readings ahead of the clock, showing earlier ones');
  };

  await look(true);
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => look())
      .catch((error: unknown) => log.warn({ err: error }, 'clock check failed'));
  }, LOOK_MS);
  timer.unref();
  return {
    isSuspect: () => isSuspect,
    isWrong: () => isWrong,
    look: () => look(),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Evidence that the clock is wrong, unless a user confirmed for this finding that it is correct. */
async function currentProblem(
  tx: Tx,
  { builtMs }: Pick<Parts, 'builtMs'>,
  nowMs: number,
  earlier: Run | undefined,
): Promise<ClockDeviation | null> {
  const newestReadingMs = await newestReliable(tx, nowMs);
  const facts = { nowMs, newestReadingMs, builtMs, lastRunMs: earlier?.toMs ?? null };
  const problem = clockDeviationOf(facts);
  return problem && (await isClockSettled(tx, problem.kind, problem.referenceMs)) ? null : problem;
}

interface Observation {
  now: number;
  jumpMs: number;
  /** The run of this process as it was before a jump. */
  run: Run;
  /** The run before this one, at start. */
  earlier: Run | undefined;
}

/** Writes down what is to be noted; returns what is new. */
async function note(
  tx: Tx,
  observation: Observation,
  problem: ClockDeviation | null,
): Promise<Omit<ClockNote, 'id'>[]> {
  const { now, jumpMs, run, earlier } = observation;
  const open = await openClockNotes(tx);
  const lasting = open.find(({ isOver }) => !isOver);
  if (lasting && isStillSo(lasting, problem, observation)) {
    await prolongClockNote(tx, lasting.id, now);
    return [];
  }
  if (lasting) {
    // If corrected while the process ran, the jump is exact; across a restart it is a lower bound.
    const offsetMs = jumpMs === 0 ? now - lasting.toMs : jumpMs;
    const until = jumpMs === 0 ? lasting.toMs : run.toMs;
    await prolongClockNote(tx, lasting.id, until, { offsetMs, isGuessed: jumpMs === 0 });
  }
  const seen = { noticedAtMs: now, isGuessed: false, earlier: null };
  if (problem) {
    const fresh = {
      ...seen,
      kind: problem.kind,
      fromMs: now,
      toMs: now,
      referenceMs: problem.referenceMs,
      isOver: false,
      offsetMs: jumpMs === 0 ? null : -jumpMs,
      earlier: problem.kind === 'behindReports' && earlier && earlier.toMs > now ? earlier : null,
    };
    await addClockNote(tx, fresh);
    return [fresh];
  }
  if (jumpMs === 0 || lasting || open.some((other) => isSameJump(other, observation))) return [];
  const jump = {
    ...seen,
    kind: 'jump' as const,
    fromMs: run.fromMs,
    toMs: run.toMs,
    referenceMs: null,
    isOver: true,
    offsetMs: jumpMs,
  };
  await addClockNote(tx, jump);
  return [jump];
}

/** Whether the clock is still wrong as in a note: if ahead, until it is set back to before the start of the note. */
function isStillSo(
  { kind, fromMs }: ClockNote,
  problem: ClockDeviation | null,
  { now, jumpMs }: Observation,
): boolean {
  if (kind === 'ahead') return now >= fromMs && jumpMs === 0;
  return problem?.kind === kind && jumpMs === 0;
}

const isSameJump = ({ kind, noticedAtMs, offsetMs }: ClockNote, { now, jumpMs }: Observation): boolean =>
  kind === 'jump' &&
  Math.abs(noticedAtMs - now) < SAME_JUMP_MS &&
  Math.abs((offsetMs ?? 0) - jumpMs) < SAME_JUMP_MS;
