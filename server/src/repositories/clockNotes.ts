// Table clock_notes: detected errors of the server's clock, for administrators.
import type { ClockFault } from '@helioport/domain/clockDeviation';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

/** Instants in ms, as the clock had them. */
export interface ClockNote {
  id: number;
  kind: ClockFault;
  noticedAtMs: number;
  /** The time that is in doubt. */
  fromMs: number;
  toMs: number;
  referenceMs: number | null;
  /** Offset to add to the times in question; null while unknown. */
  offsetMs: number | null;
  isGuessed: boolean;
  isOver: boolean;
  /** The run before, which may be the wrong one instead. */
  earlier: { fromMs: number; toMs: number } | null;
}

/** When a run of the portal began, and when it was last seen. */
export interface Run {
  fromMs: number;
  toMs: number;
}

const RUN = 'clock.run';
const ms = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const at = (value: number | null | undefined) => (value == null ? null : new Date(value));

/** The run that was noted last; undefined before the first. */
export const lastRun = (db: Db | Tx): Promise<Run | undefined> => getSetting<Run>(db, RUN);

export const noteRun = (db: Db | Tx, run: Run): Promise<void> => putSetting(db, RUN, run);

/** Unresolved notes, oldest first. */
export async function openClockNotes(db: Db | Tx): Promise<ClockNote[]> {
  const { rows } = await sql<Omit<ClockNote, 'earlier'> & { earlierFrom: number | null; earlierTo: number }>`
    select id, kind, ${ms('noticed_at')} as "noticedAtMs", ${ms('from_at')} as "fromMs", ${ms('to_at')} as "toMs",
      ${ms('reference_at')} as "referenceMs", offset_ms as "offsetMs", is_guessed as "isGuessed", is_over as "isOver",
      ${ms('earlier_from')} as "earlierFrom", ${ms('earlier_to')} as "earlierTo"
    from clock_notes where settled_at is null order by id`.execute(db);
  return rows.map(({ earlierFrom, earlierTo, ...note }) => ({
    ...note,
    earlier: earlierFrom === null ? null : { fromMs: earlierFrom, toMs: earlierTo },
  }));
}

/** Whether a user has confirmed for this finding that the clock is correct. */
export async function isClockSettled(db: Db | Tx, kind: ClockFault, referenceMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from clock_notes
    where settled_at is not null and kind = ${kind} and reference_at = ${new Date(referenceMs)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function addClockNote(tx: Tx, note: Omit<ClockNote, 'id'>): Promise<void> {
  await sql`
    insert into clock_notes (kind, noticed_at, from_at, to_at, reference_at, offset_ms, is_guessed, is_over, earlier_from,
      earlier_to)
    values (${note.kind}, ${at(note.noticedAtMs)}, ${at(note.fromMs)}, ${at(note.toMs)}, ${at(note.referenceMs)},
      ${note.offsetMs}, ${note.isGuessed}, ${note.isOver}, ${at(note.earlier?.fromMs)}, ${at(note.earlier?.toMs)})`.execute(
    tx,
  );
}

/** The time in doubt lasts until then; with `over` it has ended. */
export async function prolongClockNote(
  tx: Tx,
  id: number,
  toMs: number,
  over?: { offsetMs: number | null; isGuessed: boolean },
): Promise<void> {
  await sql`
    update clock_notes set to_at = greatest(to_at, ${new Date(toMs)}), is_over = ${over !== undefined},
      offset_ms = coalesce(${over?.offsetMs ?? null}::float8, offset_ms), is_guessed = ${over?.isGuessed ?? false}
    where id = ${id}`.execute(tx);
}

/** Ends the concern of a note; false where there is none that is open. */
export async function settleClockNote(tx: Tx, id: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update clock_notes set settled_at = ${new Date(now)} where id = ${id} and settled_at is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Resolves notes about times within a range whose readings were moved. */
export async function settleClockSpan(tx: Tx, { fromMs, toMs }: Run, now: number): Promise<void> {
  await sql`
    update clock_notes set settled_at = ${new Date(now)}
    where settled_at is null and is_over and (
      (from_at >= ${new Date(fromMs)} and to_at <= ${new Date(toMs)})
      or (earlier_from >= ${new Date(fromMs)} and earlier_to <= ${new Date(toMs)}))`.execute(tx);
}
