// New events of plants with webhooks, and the documents that are sent about them.

import { plantFindingsModule } from '@helioport/contract/grants';
import { HOUR_MS } from '@helioport/domain/duration';
import type { WebhookEvent } from '@helioport/domain/webhooks';
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import type { NewDelivery } from '../../repositories/webhooks.ts';
import { findingUrl } from '../alarm/mail.ts';
import { notificationOf } from '../alarm/notification.ts';
import { findingsById } from '../finding/rows.ts';
import { ms } from '../found.ts';
import { readerOf, writingOf } from '../report/reader.ts';

/** Alarms are raised within minutes; findings are dated by the day that was evaluated. */
const ALARM_AGE_MS = 24 * HOUR_MS;
const FINDING_AGE_MS = 7 * 24 * HOUR_MS;
/** A started server receives data of its plants within this time. */
const SILENCE_SETTLES_MS = HOUR_MS / 4;
const silencesOfMany = ['plantSilent', 'gatewaySilent'];
const silences = [...silencesOfMany, 'silent'];

/** An event that a webhook has not been sent. */
export interface HookEvent {
  siteId: number;
  webhookId: number;
  /** Whose webhook it is; null: the account was deleted. */
  userId: number | null;
  event: WebhookEvent;
  eventKey: string;
  /** Number of the alarm or finding. */
  subject: number;
  at: number;
}

/** Events of active webhooks, oldest first; at most `limit`. */
export async function newHookEvents(tx: Tx, now: number, limit: number): Promise<HookEvent[]> {
  const [alarmsSince, findingsSince] = [new Date(now - ALARM_AGE_MS), new Date(now - FINDING_AGE_MS)];
  const settled = sql`case when a.kind = any(${silencesOfMany}::text[])
    then make_interval(secs => ${SILENCE_SETTLES_MS / 1000}) else interval '0' end`;
  const isSilence = sql`a.kind = any(${silences}::text[])`;
  const { rows } = await sql<HookEvent>`
    select w.site_id as "siteId", w.id as "webhookId", w.created_by as "userId", v.event,
      v.event || '-' || e.subject || '-' || e.revision as "eventKey", e.subject, ${ms(sql`e.at`)} as at
    from webhooks w
    cross join lateral (
      select a.id as subject, a.revision, a.revised_at as at, array['alarm.opened', case when ${isSilence} then 'device.offline' end] as events
      from alarm a where a.site_id = w.site_id and a.revised_at > greatest(w.since, ${alarmsSince})
        and a.revised_at + ${settled} <= ${new Date(now)} and a.ended_at is null and not a.is_grouped
      union all
      select a.id, a.revision, a.ended_at, array['alarm.closed', case when ${isSilence} then 'device.online' end]
      from alarm a where a.site_id = w.site_id and a.ended_at > greatest(w.since, ${alarmsSince})
        and a.ended_at - a.revised_at >= ${settled} and not a.is_grouped
      union all
      select f.id, 1, f.detected_at, array['finding.opened']
      from finding f where f.site_id = w.site_id and f.detected_at > greatest(w.since, ${findingsSince})
        and f.until_at is null and not f.is_withdrawn
      union all
      select f.id, 1, f.until_at, array['finding.closed']
      from finding f where f.site_id = w.site_id and f.until_at > greatest(w.since, ${findingsSince}) and not f.is_withdrawn
    ) e
    cross join lateral unnest(e.events) as v(event)
    where w.is_active and w.paused_at is null and v.event = any(w.events)
      and not exists (select from webhook_deliveries d where d.site_id = w.site_id and d.webhook_id = w.id
        and d.event_key = v.event || '-' || e.subject || '-' || e.revision)
    order by e.at limit ${limit}`.execute(tx);
  return rows;
}

/** The documents of events of one plant for one user, by subject; undefined: they cannot see the plant. */
async function documentsOf(
  tx: Tx,
  userId: number,
  events: readonly HookEvent[],
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<{ plant: object; alarms: Map<number, object>; findings: Map<number, object> } | undefined> {
  const siteId = events[0]!.siteId;
  const me = await personAway(tx, userId);
  const visible = visibleTo(me, now);
  const { rows } = await sql<Columns<'sites', 'sid' | 'name'> & { timeZone: string }>`
    select s.sid, s.name, s.timezone as "timeZone" from ${visible.sites} s where s.id = ${siteId}`.execute(
    tx,
  );
  const plant = rows[0];
  if (!plant) return undefined;
  const subjects = (isFinding: boolean) => [
    ...new Set(
      events.filter(({ event }) => event.startsWith('finding.') === isFinding).map(({ subject }) => subject),
    ),
  ];
  const [alarmIds, findingIds] = [subjects(false), subjects(true)];
  const notification =
    alarmIds.length > 0
      ? await notificationOf(tx, { userId, siteId, alarmIds, evenMuted: true }, now)
      : undefined;
  const alarms = new Map(
    notification?.alarms.map(({ alarmId, key, severity, title, explanation, advice, ...alarm }) => [
      alarmId,
      {
        alarm: {
          id: alarmId,
          kind: key,
          severity,
          title,
          explanation,
          advice,
          devices: alarm.sns,
          inputs: alarm.addrs,
          openedAt: alarm.begunAt,
          closedAt: alarm.endedAt,
          lostKwh: alarm.lostKwh,
        },
        url: `${publicUrl}/devices/alarms?id=${alarmId}`,
      },
    ]),
  );
  const lan = readerOf(await writingOf(tx, userId)).languageCode;
  const found = me.modules.has(plantFindingsModule.name)
    ? await findingsById(tx, { visible, me, now, lan }, findingIds)
    : [];
  const findings = new Map(
    found.map(({ id, cause, confidence, probability, isFault, scope, sentence, ...one }) => [
      id,
      {
        finding: {
          id,
          cause,
          confidence,
          probability,
          isFault,
          scope,
          text: sentence,
          module: one.module,
          device: one.device,
          since: one.since,
          until: one.until,
          lostKwh: one.lostKwh,
        },
        url: findingUrl(publicUrl, id),
      },
    ]),
  );
  return { plant, alarms, findings };
}

/** Of the events of one user in one plant: what is queued, and the webhooks that their creator may no longer use. */
export async function deliveriesOf(
  tx: Tx,
  events: readonly HookEvent[],
  where: { publicUrl: string; now: number },
): Promise<{ deliveries: NewDelivery[]; isRefused: boolean }> {
  const userId = events[0]?.userId ?? null;
  const documents = userId === null ? undefined : await documentsOf(tx, userId, events, where);
  if (!documents) return { deliveries: [], isRefused: true };
  const { plant, alarms, findings } = documents;
  const deliveries = events.map(({ siteId, webhookId, event, eventKey, subject, at }) => {
    const about = (event.startsWith('finding.') ? findings : alarms).get(subject);
    const body = JSON.stringify({ version: 1, id: eventKey, event, at, plant, ...about });
    const error = about ? '' : 'not visible to the creator of the webhook';
    return { siteId, webhookId, event, eventKey, body, error };
  });
  return { deliveries, isRefused: false };
}

/** Whether a user can see a plant now. */
export async function canSee(tx: Tx, userId: number, siteId: number, now: number): Promise<boolean> {
  const visible = visibleTo(await personAway(tx, userId), now);
  const { rows } = await sql`select from ${visible.sites} s where s.id = ${siteId}`.execute(tx);
  return rows.length > 0;
}
