// Tables alarm and alarm_step: history of alarms by user actions and evaluations.

import type { AlarmStep } from '@helioport/domain/alarms';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';

/** An alarm by its plant and number. */
export interface AlarmId {
  siteId: number;
  id: number;
}

interface Step extends AlarmId {
  step: AlarmStep;
}

/** Records steps without a user. */
export async function writeSteps(tx: Tx, steps: readonly Step[], nowMs: number): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    insert into alarm_step (site_id, alarm_id, at, step)
    select site_id, id, ${new Date(nowMs)}, step
    from unnest(${steps.map(({ siteId }) => siteId)}::bigint[], ${steps.map(({ id }) => id)}::bigint[],
      ${steps.map(({ step }) => step)}::text[]) as n(site_id, id, step)`.execute(tx);
}

/** Actions of users on alarms. */
export type PersonStep =
  | { step: 'acknowledged' | 'commented' | 'clearedByHand' }
  /** Null: unassigned. */
  | { step: 'assigned'; toUserId: number | null }
  /** Null: it is no longer left alone. */
  | { step: 'snoozed'; untilMs: number | null };

interface ByPerson {
  userId: number;
  comment: string;
  now: number;
}

/** Records an action of a user on these alarms and applies its effect. The caller checks the permission. */
export async function takeStep(
  tx: Tx,
  alarms: readonly AlarmId[],
  taken: PersonStep & ByPerson,
): Promise<void> {
  const { step, userId, comment, now } = taken;
  const at = new Date(now);
  const until = taken.step === 'snoozed' && taken.untilMs !== null ? new Date(taken.untilMs) : null;
  const toUserId = taken.step === 'assigned' ? taken.toUserId : null;
  const set = {
    acknowledged: sql`acknowledged_at = ${at}, acknowledged_by = ${userId}`,
    assigned: sql`assigned_to = ${toUserId}`,
    snoozed: sql`snoozed_until = ${until}`,
    clearedByHand: sql`ended_at = ${at}, ended = 'byHand', is_grouped = false`,
    commented: null,
  }[step];
  const chosen = sql`unnest(${alarms.map(({ siteId }) => siteId)}::bigint[], ${alarms.map(({ id }) => id)}::bigint[])
    as c(site_id, id)`;
  if (set !== null)
    await sql`update alarm a set ${set} from ${chosen} where a.site_id = c.site_id and a.id = c.id`.execute(
      tx,
    );
  await sql`
    insert into alarm_step (site_id, alarm_id, at, step, user_id, other_id, until, comment)
    select c.site_id, c.id, ${at}, ${step}, ${userId}, ${toUserId}::bigint, ${until}::timestamptz, ${comment}
    from ${chosen}`.execute(tx);
}

/** Ended alarms are stored for a year. */
const KEPT_MS = 366 * DAY_MS;

/** Removes alarms that ended long ago, with their steps; returns how many. */
export async function deleteOldAlarms(db: Db, now: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from alarm where ended_at < ${new Date(now - KEPT_MS)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
