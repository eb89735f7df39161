// Tables cases and case_…: the work that findings and alarms of a plant make, and everything that happened to it.
import type { caseOutcomes, casePriorities, caseSteps } from '@helioport/contract/case';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';

export interface CaseId {
  siteId: number;
  id: number;
}

type Outcome = (typeof caseOutcomes)[number];
type Priority = (typeof casePriorities)[number];

interface Step {
  step: (typeof caseSteps)[number];
  /** Null: the portal. */
  userId: number | null;
  now: number;
  comment?: string;
  /** Field to new value. */
  detail?: Record<string, string | number | null>;
}

/** Notes what happened to a case, and that it changed. */
export async function noteStep(tx: Tx, { siteId, id }: CaseId, step: Step): Promise<void> {
  const { userId, now, comment = '', detail = {} } = step;
  await sql`
    insert into case_steps (site_id, case_id, at, step, user_id, comment, detail)
    values (${siteId}, ${id}, ${new Date(now)}, ${step.step}, ${userId}, ${comment}, ${JSON.stringify(detail)}::jsonb)`.execute(
    tx,
  );
  await sql`
    update cases set changed_at = ${new Date(now)} where site_id = ${siteId} and id = ${id}`.execute(tx);
}

interface NewCase {
  siteId: number;
  title: string;
  note: string;
  priority: Priority;
  assignedTo: number | null;
  dueDay: string | null;
  userId: number;
  now: number;
}

export async function createCase(tx: Tx, entry: NewCase): Promise<number> {
  const at = new Date(entry.now);
  const { rows } = await sql<Columns<'cases', 'id'>>`
    insert into cases (site_id, title, note, priority, assigned_to, due_day, created_at, created_by, changed_at)
    values (${entry.siteId}, ${entry.title}, ${entry.note}, ${entry.priority}, ${entry.assignedTo}, ${entry.dueDay}::date,
      ${at}, ${entry.userId}, ${at})
    returning id`.execute(tx);
  const id = rows[0]!.id;
  await noteStep(tx, { siteId: entry.siteId, id }, { step: 'created', userId: entry.userId, now: entry.now });
  return id;
}

/** What of a case may be changed; undefined stays. */
export interface CaseChange {
  title?: string | undefined;
  note?: string | undefined;
  priority?: Priority | undefined;
  assignedTo?: number | null | undefined;
  dueDay?: string | null | undefined;
  warrantyUntil?: string | null | undefined;
  warrantyNote?: string | undefined;
}

const columnOf: Readonly<Record<keyof CaseChange, string>> = {
  title: 'title',
  note: 'note',
  priority: 'priority',
  assignedTo: 'assigned_to',
  dueDay: 'due_day',
  warrantyUntil: 'warranty_until',
  warrantyNote: 'warranty_note',
};

/** Updates the given fields of a case; returns the fields that changed. */
export async function changeCase(
  tx: Tx,
  { siteId, id }: CaseId,
  change: CaseChange,
): Promise<(keyof CaseChange)[]> {
  const changedFields = (Object.keys(columnOf) as (keyof CaseChange)[]).filter(
    (key) => change[key] !== undefined,
  );
  const changed: (keyof CaseChange)[] = [];
  for (const key of changedFields) {
    const column = sql.ref(columnOf[key]);
    const value = change[key] ?? null;
    const typed = key === 'dueDay' || key === 'warrantyUntil' ? sql`${value}::date` : sql`${value}`;
    const { numAffectedRows } = await sql`
      update cases set ${column} = ${typed}
      where site_id = ${siteId} and id = ${id} and ${column} is distinct from ${typed}`.execute(tx);
    if (Number(numAffectedRows ?? 0) > 0) changed.push(key);
  }
  return changed;
}

/** Adds findings and alarms of its plant to a case; returns how many were added. What another case has is left out. */
export async function addItems(
  tx: Tx,
  { siteId, id }: CaseId,
  { findingIds, alarmIds }: { findingIds: readonly number[]; alarmIds: readonly number[] },
): Promise<{ findings: number; alarms: number }> {
  const findings = await sql`
    insert into case_findings (site_id, case_id, finding_id, was_open)
    select f.site_id, ${id}, f.id, f.until_at is null from finding f
    where f.site_id = ${siteId} and f.id = any(${[...findingIds]}::bigint[])
    on conflict do nothing`.execute(tx);
  const alarms = await sql`
    insert into case_alarms (site_id, case_id, alarm_id, was_open)
    select a.site_id, ${id}, a.id, a.ended_at is null from alarm a
    where a.site_id = ${siteId} and a.id = any(${[...alarmIds]}::bigint[])
    on conflict do nothing`.execute(tx);
  return { findings: Number(findings.numAffectedRows ?? 0), alarms: Number(alarms.numAffectedRows ?? 0) };
}

/** Removes findings and alarms from a case; returns how many. */
export async function removeItems(
  tx: Tx,
  { siteId, id }: CaseId,
  { findingIds, alarmIds }: { findingIds: readonly number[]; alarmIds: readonly number[] },
): Promise<number> {
  const findings = await sql`
    delete from case_findings where site_id = ${siteId} and case_id = ${id}
      and finding_id = any(${[...findingIds]}::bigint[])`.execute(tx);
  const alarms = await sql`
    delete from case_alarms where site_id = ${siteId} and case_id = ${id}
      and alarm_id = any(${[...alarmIds]}::bigint[])`.execute(tx);
  return Number(findings.numAffectedRows ?? 0) + Number(alarms.numAffectedRows ?? 0);
}

/** Sets how far a case is, while it is not closed. */
export const setCaseState = (
  tx: Tx,
  { siteId, id }: CaseId,
  state: 'open' | 'planned' | 'verifying',
): Promise<unknown> =>
  sql`update cases set state = ${state}, closed_at = null, outcome = null where site_id = ${siteId} and id = ${id}`.execute(
    tx,
  );

export async function closeCase(
  tx: Tx,
  { siteId, id }: CaseId,
  outcome: Outcome,
  now: number,
): Promise<void> {
  await sql`
    update cases set state = 'closed', closed_at = ${new Date(now)}, outcome = ${outcome}
    where site_id = ${siteId} and id = ${id}`.execute(tx);
}

interface Visit {
  /** Null: a new one. */
  id: number | null;
  day: string;
  note: string;
  isDone: boolean;
  userId: number;
  most: number;
}

/** Plans or changes a visit and returns its number; undefined: there is none of this number, or there are too many. */
export async function putVisit(
  tx: Tx,
  { siteId, id }: CaseId,
  { id: visitId, day, note, isDone, userId, most }: Visit,
): Promise<number | undefined> {
  const { rows } =
    visitId === null
      ? await sql<Columns<'case_visits', 'id'>>`
          insert into case_visits (site_id, case_id, day, user_id, note, is_done)
          select ${siteId}, ${id}, ${day}::date, ${userId}, ${note}, ${isDone}
          where (select count(*) from case_visits where site_id = ${siteId} and case_id = ${id}) < ${most}
          returning id`.execute(tx)
      : await sql<Columns<'case_visits', 'id'>>`
          update case_visits set day = ${day}::date, note = ${note}, is_done = ${isDone}
          where site_id = ${siteId} and case_id = ${id} and id = ${visitId} returning id`.execute(tx);
  return rows[0]?.id;
}

export async function deleteVisit(tx: Tx, { siteId, id }: CaseId, visitId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from case_visits where site_id = ${siteId} and case_id = ${id} and id = ${visitId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Adds a stored file to the photos of a case and returns its number; undefined if there are already `most`. */
export async function addCasePhoto(
  tx: Tx,
  { siteId, id }: CaseId,
  { hash, userId, most, now }: { hash: string; userId: number; most: number; now: number },
): Promise<number | undefined> {
  const { rows } = await sql<Columns<'case_photos', 'id'>>`
    insert into case_photos (site_id, case_id, picture_hash, user_id, added_at)
    select ${siteId}, ${id}, ${hash}, ${userId}, ${new Date(now)}
    where (select count(*) from case_photos where site_id = ${siteId} and case_id = ${id}) < ${most}
    returning id`.execute(tx);
  return rows[0]?.id;
}

export async function deleteCasePhoto(tx: Tx, { siteId, id }: CaseId, photoId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from case_photos where site_id = ${siteId} and case_id = ${id} and id = ${photoId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Updates the case counts of plants on the fleet desk. */
export async function refreshCaseCounts(tx: Tx, siteIds: readonly number[]): Promise<void> {
  await sql`
    insert into site_analytics as a (site_id, open_cases, case_id)
    select s.id, count(c.id), max(c.id)
    from unnest(${[...new Set(siteIds)]}::bigint[]) as s(id)
    left join cases c on c.site_id = s.id and c.closed_at is null
    group by s.id
    on conflict (site_id) do update set open_cases = excluded.open_cases, case_id = excluded.case_id`.execute(
    tx,
  );
}

/**
 * Closes the cases whose evidence is complete: all their findings and alarms are over, of which one was open when it was
 * added. Returns the plants of them.
 */
export async function closeByEvidence(db: Db | Tx, now: number): Promise<number[]> {
  const { rows } = await sql<CaseId>`
    with closed as (
      update cases c set state = 'closed', closed_at = ${new Date(now)}, outcome = 'evidence', changed_at = ${new Date(now)}
      where c.closed_at is null
        and (exists (select from case_findings i where i.site_id = c.site_id and i.case_id = c.id and i.was_open)
          or exists (select from case_alarms i where i.site_id = c.site_id and i.case_id = c.id and i.was_open))
        and not exists (select from case_findings i join finding f on f.site_id = i.site_id and f.id = i.finding_id
          where i.site_id = c.site_id and i.case_id = c.id and f.until_at is null)
        and not exists (select from case_alarms i join alarm a on a.site_id = i.site_id and a.id = i.alarm_id
          where i.site_id = c.site_id and i.case_id = c.id and a.ended_at is null)
      returning c.site_id, c.id
    ), noted as (
      insert into case_steps (site_id, case_id, at, step, detail)
      select site_id, id, ${new Date(now)}, 'closed', '{"outcome": "evidence"}' from closed
    )
    select site_id as "siteId", id from closed`.execute(db);
  return [...new Set(rows.map(({ siteId }) => siteId))];
}
