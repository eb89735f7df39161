// Evaluates the local days of a plant in order, in chunks that are stored as a whole. Results are as if all readings
// had arrived on time, however late they came.

import { evaluateDay, newPlantState } from '@helioport/domain/analytics/engine';
import { referenceDay } from '@helioport/domain/analytics/irradiance/yields';
import type {
  PlantDayInput,
  PlantDayResult,
  PlantModel,
  PlantState,
  WeatherDayInput,
} from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { clearnessOf } from './clearness.ts';
import { readDayInput, readingsOfPlant, slotsOf } from './dayInput.ts';
import { refreshDesk } from './desk.ts';
import { expectedBefore, knownFindings, Ledger, withdrawStale } from './ledger.ts';
import { AFTER_MIDNIGHT_MS, type Claim, holdClaim } from './marks.ts';
import { clearnessNearby, plantsNearby } from './nearby.ts';
import { daysWorth, type Mark, type Plan, planOf, restart } from './plan.ts';
import { type AnalyticsPlant, modelOn, readPlant } from './plantModel.ts';
import { priceOfDays } from './prices.ts';
import { dropDays, type EvaluatedDay, writeDays } from './results.ts';
import { chunkEnd, packState, stateUntil, unpackState, writeState } from './state.ts';

/** The engine that evaluates a day; replaced in tests. */
export interface Evaluator {
  newPlantState(plant: PlantModel): PlantState;
  evaluateDay(
    plant: PlantModel,
    state: PlantState,
    input: PlantDayInput,
  ): { state: PlantState; result: PlantDayResult };
}

export const engine: Evaluator = { newPlantState, evaluateDay };

/** Weather at the slots of a day for a plant; null if no source has it. */
export type WeatherOf = (plant: AnalyticsPlant, input: PlantDayInput) => Promise<WeatherDayInput | null>;

export interface EvaluationParts {
  db: Db;
  clock: () => number;
  evaluator?: Evaluator;
  weatherOf?: WeatherOf;
  isStopping?: () => boolean;
}

/** What became of a plant in one turn. */
export interface Turn {
  days: number;
  modules: number;
  /** When the next run is due, ms: immediately while days are left. */
  dueAtMs: number;
}

/** Chunks are written together: a week of a usual plant, a day of a huge one. */
const CHUNK_MODULE_DAYS = 4_000;
const CHUNK_DAYS = 7;
/** Days waiting for their roll-up are checked again after this time. */
const ROLL_UP_MS = 2_000;

/** The claim was given up and taken by another process. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Evaluates a claimed plant for at most `budgetMs`, but at least one chunk.
 * @throws ClaimLost
 */
export async function evaluatePlant(parts: EvaluationParts, claim: Claim, budgetMs: number): Promise<Turn> {
  const { db, clock, isStopping = () => false } = parts;
  const now = clock();
  const plant = await readPlant(db, claim.siteId);
  const plan = plant && (await planOf(db, plant, now));
  if (!plant || !plan) return { days: 0, modules: 0, dueAtMs: now + DAY_MS };
  const run = await begin(db, claim, plant, plan, clock);
  const midnight = dayBounds(addDays(plan.today, 1), plant.model.timeZone).startMs;
  const again = plan.isWaiting ? now + ROLL_UP_MS : midnight + AFTER_MIDNIGHT_MS;
  const turn: Turn = { days: 0, modules: plant.model.modules.length, dueAtMs: again };
  if (plan.limits === null || run.start === null) return turn;

  const days = await daysWorth(db, plant.siteId, run.start, plan.limits.until);
  const mostDays = Math.max(1, Math.min(CHUNK_DAYS, Math.floor(CHUNK_MODULE_DAYS / turn.modules)));
  const session = await openSession(parts, plant, plan, run);
  const startedMs = performance.now();
  let next = 0;
  while (next < days.length) {
    if (turn.days > 0 && (performance.now() - startedMs > budgetMs || isStopping()))
      return { ...turn, dueAtMs: now };
    const end = chunkEnd(days[next]!, days.at(-1)!, mostDays);
    const chunk = days.slice(next).filter((day) => day <= end);
    await evaluateChunk(session, claim, chunk);
    next += chunk.length;
    turn.days += chunk.length;
  }
  await inTransaction(db, 'write', async (tx) => {
    await demandClaim(tx, claim, clock());
    await endSnow(tx, plant, plan);
    await finish(tx, plant, plan, run);
  });
  return turn;
}

async function demandClaim(tx: Tx, claim: Claim, nowMs: number): Promise<void> {
  if (!(await holdClaim(tx, claim, nowMs))) throw new ClaimLost(`plant ${claim.siteId} was taken over`);
}

/** What one run of the evaluation is known by. */
interface Run {
  run: number;
  redoFrom: string | null;
  redoUntil: string | null;
  /** First day to evaluate. */
  start: string | null;
}

/** Starts again where readings of an evaluated day, or the plant itself, have changed. */
async function begin(
  db: Db,
  claim: Claim,
  plant: AnalyticsPlant,
  plan: Plan,
  clock: () => number,
): Promise<Run> {
  const { start, evaluatedUntil } = plan;
  const isAgain = start !== null && evaluatedUntil !== null && start <= evaluatedUntil;
  if (!isAgain && !plan.isModelNew) return plan;
  return await inTransaction(db, 'write', async (tx) => {
    await demandClaim(tx, claim, clock());
    if (plan.isModelNew)
      await sql`
        update analytics_plant set model = ${JSON.stringify(plant.fingerprint)} where site_id = ${plant.siteId}`.execute(
        tx,
      );
    if (!isAgain) return plan;
    const from = await resumable(tx, plan, plant.siteId, start);
    return { ...(await restart(tx, plant, from)), start: from };
  });
}

/** Latest day up to `start` preceded by a stored state; the first day needs none. */
async function resumable(tx: Tx, { limits }: Plan, siteId: number, start: string): Promise<string> {
  if (start <= limits!.from) {
    await dropDays(tx, siteId, '0001-01-01');
    return limits!.from;
  }
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day from analytics_state where site_id = ${siteId} and day < ${start}::date`.execute(
    tx,
  );
  const day = rows[0]?.day ?? null;
  return day === null ? limits!.from : addDays(day, 1);
}

/** What the chunks of a turn have in common. */
interface Session extends EvaluationParts {
  plant: AnalyticsPlant;
  plan: Plan;
  run: Run;
  readings: Awaited<ReturnType<typeof readingsOfPlant>>;
  nearby: readonly number[];
  priceOn: (day: string) => number | null;
  /** After the last chunk; null: to be read. */
  state: PlantState | null;
}

async function openSession(
  parts: EvaluationParts,
  plant: AnalyticsPlant,
  plan: Plan,
  run: Run,
): Promise<Session> {
  const { db } = parts;
  const { siteId } = plant;
  const [readings, nearby, priceOn] = await Promise.all([
    readingsOfPlant(db, siteId),
    plantsNearby(db, plant),
    priceOfDays(db, siteId, plan.limits!.from),
  ]);
  return { ...parts, plant, plan, run, readings, nearby, priceOn, state: null };
}

/** Evaluates consecutive days and stores all results, or none. */
async function evaluateChunk(session: Session, claim: Claim, days: readonly string[]): Promise<void> {
  const { db, clock, evaluator = engine, plant, run } = session;
  const { siteId, model } = plant;
  const before = addDays(days[0]!, -1);
  let state = session.state;
  if (state === null) {
    const stored = await stateUntil(db, siteId, before);
    state = stored ? await unpackState(stored.bytes) : evaluator.newPlantState(model);
  }
  const evaluated: EvaluatedDay[] = [];
  let reading = inputOf(session, days[0]!);
  for (let i = 0; i < days.length; i++) {
    const input = await reading;
    // The database reads the next day while this one is evaluated.
    if (i + 1 < days.length) {
      reading = inputOf(session, days[i + 1]!);
      reading.catch(() => undefined);
    }
    const present = modelOn(plant, input.day);
    const { state: after, result } = evaluator.evaluateDay(present, state, input);
    state = after;
    const { day, startMs, slotMs, slots } = input;
    evaluated.push({
      input: { day, startMs, slotMs, slots },
      result,
      clearness: clearnessOf(present, input),
      reference: referenceDay(present, input),
    });
  }
  const last = days.at(-1)!;
  const bytes = await packState(state);
  await inTransaction(db, 'write', async (tx) => {
    await demandClaim(tx, claim, clock());
    const ledger = new Ledger(
      plant,
      await knownFindings(tx, siteId, run),
      session.priceOn,
      await expectedBefore(tx, siteId, days[0]!),
    );
    for (const { input, result } of evaluated)
      ledger.take(result, input.startMs + input.slots * input.slotMs);
    await ledger.write(tx, run.run);
    await writeDays(tx, plant, evaluated);
    await writeState(tx, siteId, last, bytes);
    await sql`
      update analytics_plant set evaluated_until = ${last}::date where site_id = ${siteId}`.execute(tx);
    await clearMarks(
      tx,
      siteId,
      session.plan.marks.filter(({ day }) => day <= last),
    );
  });
  session.state = state;
}

async function inputOf(session: Session, day: string): Promise<PlantDayInput> {
  const { db, clock, plant, readings, nearby, weatherOf } = session;
  const [input, nearbyClearness] = await Promise.all([
    readDayInput(db, plant, readings, day, clock()),
    clearnessNearby(db, nearby, day, slotsOf(day, plant.model.timeZone)),
  ]);
  const withNearby = { ...input, nearbyClearness };
  const weather = plant.hasPosition && weatherOf ? await weatherOf(plant, withNearby) : null;
  return { ...withNearby, weather };
}

/**
 * Ends snow on a plant whose readings have ended: days without any are evaluated for a short time only, and nothing would
 * ever end it. When the plant reports again, the evaluation goes on with its own state.
 */
async function endSnow(tx: Tx, { siteId, model }: AnalyticsPlant, { limits, today }: Plan): Promise<void> {
  const until = limits!.until;
  if (until >= addDays(today, -1)) return;
  const endMs = dayBounds(addDays(until, 1), model.timeZone).startMs;
  await sql`
    update finding f set until_at = ${new Date(endMs)}
    from analytics_plant p
    where f.site_id = ${siteId} and f.until_at is null and f.cause = 'snow'
      and p.site_id = f.site_id and p.evaluated_until = ${until}::date`.execute(tx);
}

/** Removes marks of days that were evaluated, unless they were marked again meanwhile. */
async function clearMarks(tx: Tx, siteId: number, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    delete from day_to_evaluate d
    using unnest(${marks.map(({ day }) => day)}::date[], ${marks.map(({ markedAt }) => markedAt)}::timestamptz[])
      as m(day, marked_at)
    where d.site_id = ${siteId} and d.day = m.day and d.marked_at = m.marked_at`.execute(tx);
}

/**
 * Completes a run after all available days: deletes findings that a repeated run did not detect again, and updates the
 * fleet desk.
 */
async function finish(tx: Tx, plant: AnalyticsPlant, { limits, marks }: Plan, run: Run): Promise<void> {
  const { siteId } = plant;
  const { rows } = await sql<{ until: string | null }>`
    select evaluated_until as until from analytics_plant where site_id = ${siteId}`.execute(tx);
  const until = rows[0]?.until ?? null;
  const isCaughtUp =
    until !== null && (run.redoUntil === null || until >= run.redoUntil || until >= limits!.until);
  if (run.redoFrom !== null && isCaughtUp) {
    await withdrawStale(tx, siteId, run.run, run.redoFrom);
    await sql`
      update analytics_plant set redo_from = null, redo_until = null where site_id = ${siteId}`.execute(tx);
  }
  // Days before those that are evaluated at all.
  await clearMarks(
    tx,
    siteId,
    marks.filter(({ day }) => day < limits!.from),
  );
  await refreshDesk(tx, plant);
}
