// The alarms that a call names, as far as its caller may act on them.

import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { type AlarmId, type PersonStep, takeStep } from '../../../timeseries/alarms/steps.ts';

interface AlarmContext {
  tx: Tx;
  visible: Visible;
}

export interface NamedAlarm extends AlarmId {
  isEnded: boolean;
  isSo: boolean;
}

/**
 * The named alarms; fails the call if one is unknown or its plant is not accessible. `holds` locks them until the call
 * ends.
 */
export async function namedAlarms(
  { tx, visible }: AlarmContext,
  ids: readonly number[],
  holds = true,
): Promise<NamedAlarm[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) fail('alarm.noneNamed');
  const { rows } = await sql<NamedAlarm & { mayEdit: boolean }>`
    select a.site_id as "siteId", a.id, a.ended_at is not null as "isEnded", a.is_active as "isSo",
      a.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit"
    from alarm a where a.id = any(${wanted}::bigint[]) and a.site_id in (select v.id from ${visible.sites} v)
    order by a.site_id, a.id ${holds ? sql`for update of a` : sql``}`.execute(tx);
  if (rows.length < wanted.length) fail('alarm.unknown');
  if (rows.some(({ mayEdit }) => !mayEdit)) fail('site.notEditable');
  return rows;
}

interface Acting extends AlarmContext {
  me: Me;
  now: number;
}

/** Applies an action to active alarms; fails the call if one has ended. */
export async function actOnActive(
  call: Acting,
  ids: readonly number[],
  step: PersonStep,
  comment: string,
): Promise<Record<string, never>> {
  const alarms = await namedAlarms(call, ids);
  if (alarms.some(({ isEnded }) => isEnded)) fail('alarm.ended');
  await takeStep(call.tx, alarms, { ...step, comment, userId: call.me.userId, now: call.now });
  return {};
}
