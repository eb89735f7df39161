import { type RawBuilder, sql } from 'kysely';

/** Whether an alarm `a` has this state (`alarmStateOf`); an unknown state matches none. */
export function isState(state: string, now: number): RawBuilder<unknown> {
  const isSnoozed = sql`coalesce(a.snoozed_until > ${new Date(now)}, false)`;
  const states: Readonly<Record<string, RawBuilder<unknown>>> = {
    standing: sql`a.ended_at is null`,
    open: sql`(a.ended_at is null and not ${isSnoozed} and a.acknowledged_at is null)`,
    acknowledged: sql`(a.ended_at is null and not ${isSnoozed} and a.acknowledged_at is not null)`,
    snoozed: sql`(a.ended_at is null and ${isSnoozed})`,
    cleared: sql`(a.ended_at is not null and a.ended <> 'recovered')`,
    recovered: sql`a.ended = 'recovered'`,
  };
  return states[state] ?? sql`false`;
}
