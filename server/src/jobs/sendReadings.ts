// Every minute: sends new readings of plants with an output to its database. Queued hours are deleted only after their
// readings were accepted, so a crash in between sends them again, which changes nothing there.
import { type Db, inTransaction } from '../platform/db.ts';
import { lineOfReading } from '../queries/influx/lines.ts';
import { writeLines } from '../queries/influx/write.ts';
import { mailPaused } from '../queries/pausedMail.ts';
import { canSee } from '../queries/webhook/events.ts';
import { writeAudits } from '../repositories/audit.ts';
import {
  type DueOutput,
  nextMarks,
  noteFailed,
  noteSent,
  type OutputMark,
  outputTarget,
  pauseOutput,
  releaseOutput,
  takeDueOutputs,
} from '../repositories/influxOutputs.ts';
import { readingsOf, type StoredReading } from '../timeseries/query/history.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'publicUrl' | 'allowsPrivateHooks'>;

const OUTPUTS_AT_ONCE = 8;
/** Slow receivers must not hold up other jobs; the rest follows a minute later. */
const ROUND_MS = 30_000;
/** Lines of one write, as InfluxDB recommends. */
const LINES_OF_WRITE = 5_000;
const MARKS_AT_ONCE = 200;

/** Sends what is due; returns how many lines were accepted. */
export async function sendReadings(parts: Parts, isStopping: () => boolean): Promise<number> {
  const untilMs = performance.now() + ROUND_MS;
  const isOver = () => isStopping() || performance.now() > untilMs;
  let sent = 0;
  while (!isOver()) {
    const due = await takeDueOutputs(parts.db, parts.clock(), OUTPUTS_AT_ONCE);
    const counts = await Promise.all(due.map((one) => sendOf(parts, one, isOver)));
    sent += counts.reduce((sum, count) => sum + count, 0);
    if (due.length < OUTPUTS_AT_ONCE) break;
  }
  return sent;
}

/** Sends the queue of one output until it is empty, a write fails or the round is over. */
async function sendOf(parts: Parts, due: DueOutput, isOver: () => boolean): Promise<number> {
  const { db, clock, log, allowsPrivateHooks } = parts;
  const { siteId, sid, userId } = due;
  const isAllowed =
    userId !== null && (await inTransaction(db, 'read', (tx) => canSee(tx, userId, siteId, clock())));
  if (!isAllowed) {
    await pause(parts, siteId, 'access');
    return 0;
  }
  const target = await outputTarget(db, siteId);
  if (!target) return 0;
  let sent = 0;
  while (!isOver()) {
    const marks = await nextMarks(db, siteId, MARKS_AT_ONCE);
    if (marks.length === 0) break;
    for await (const { lines, done } of writesOf(db, due, marks)) {
      const outcome = lines.length === 0 ? undefined : await writeLines(target, lines, allowsPrivateHooks);
      if (outcome && !outcome.isAccepted) {
        log.info({ sid, reason: outcome.error }, 'readings not accepted by the output of a plant');
        if (await noteFailed(db, siteId, outcome, clock())) await pause(parts, siteId, 'failures');
        return sent;
      }
      await noteSent(db, siteId, { marks: done, lines: lines.length, status: outcome?.status ?? 0 }, clock());
      sent += lines.length;
    }
  }
  await releaseOutput(db, siteId, clock());
  return sent;
}

/** The readings of queued hours in writes of a bounded size, each with the hours that it completes. */
async function* writesOf(
  db: Db,
  { siteId, sid }: DueOutput,
  marks: readonly OutputMark[],
): AsyncGenerator<{ lines: string[]; done: OutputMark[] }> {
  let lines: string[] = [];
  let done: OutputMark[] = [];
  for (const mark of marks) {
    const { deviceId, sn, toMs } = mark;
    for (let fromMs: number | null = Math.floor(mark.fromMs); fromMs !== null; ) {
      const limit = Math.max(1, LINES_OF_WRITE - lines.length);
      const span = { fromMs: fromMs as number, toMs: Math.floor(toMs) + 1, limit, newestFirst: false };
      const readings: StoredReading[] = await inTransaction(db, 'read', (tx) =>
        readingsOf(tx, { siteId, deviceId }, span),
      );
      for (const reading of readings) {
        const line = lineOfReading({ sid, sn }, reading);
        if (line !== '') lines.push(line);
      }
      fromMs = readings.length < limit ? null : Math.floor(readings.at(-1)!.atMs) + 1;
      if (fromMs === null) done.push(mark);
      if (lines.length < LINES_OF_WRITE) continue;
      yield { lines, done };
      lines = [];
      done = [];
    }
  }
  if (done.length > 0) yield { lines, done };
}

const pause = (
  { db, clock, publicUrl }: Parts,
  siteId: number,
  reason: 'failures' | 'access',
): Promise<void> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    if (!(await pauseOutput(tx, siteId, reason, now))) return;
    // A user without access gets no information about the plant.
    if (reason === 'failures') await mailPaused(tx, { kind: 'outputPaused', siteId }, { publicUrl, now });
    await writeAudits(tx, [
      { at: new Date(now), action: 'influx.pause', subject: String(siteId), siteId, detail: { reason } },
    ]);
  });
