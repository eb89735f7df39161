// Schedules alarm notifications every minute and sends them: emails, webhooks and push messages.
import { eventKindOf } from '@helioport/domain/eventKinds';
import { type Hours, type NoticeWay, noticeDueAt } from '@helioport/domain/notices';
import { inTransaction, type Tx } from '../platform/db.ts';
import { postHook } from '../platform/webhook.ts';
import { alarmUrl, findingUrl, mailAlarms, mailManyAlarms } from '../queries/alarm/mail.ts';
import { type AlarmNotification, type NotifiedAlarm, notificationOf } from '../queries/alarm/notification.ts';
import { pushOfAlarm, pushTo } from '../queries/alarm/push.ts';
import { repeatedMails, repeatNotices, takeDueMails } from '../repositories/noticeMails.ts';
import {
  addEndings,
  addNotices,
  type DueHook,
  type DueNotice,
  endedMails,
  endNotices,
  failHook,
  type NewNotice,
  newNotices,
  noticeSettingsOf,
  takeDueHooks,
} from '../repositories/notices.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'publicUrl' | 'smtp' | 'allowsPrivateHooks'>;

const PLANNED_AT_ONCE = 2_000;
const HOOKS_AT_ONCE = 20;
/**
 * Delay of notifications about communication loss: after a restart of the server, plants report again within minutes.
 */
const SILENCE_SETTLES_MS = 15 * 60_000;
/** Recorded for notifications that became obsolete before they were due. */
const PASSED = 'passed';

/** Sends due notifications, each once even with several processes; returns the number sent. */
export async function notifyAlarms(parts: Parts, isStopping: () => boolean): Promise<number> {
  await plan(parts);
  let sentCount = 0;
  while (!isStopping()) {
    const outcome = await notifyOne(parts);
    if (outcome === 'nothing') break;
    if (outcome === 'notified') sentCount += 1;
  }
  while (!isStopping()) {
    const due = await takeDueHooks(parts.db, parts.clock(), HOOKS_AT_ONCE);
    const sent = await Promise.all(due.map((one) => callHook(parts, one)));
    sentCount += sent.filter(Boolean).length;
    if (due.length < HOOKS_AT_ONCE) break;
  }
  return sentCount;
}

const hoursOf = (from: number | null, to: number | null): Hours | null =>
  from === null || to === null ? null : { from, to };

/** The user's setting for the severity of the alarm. */
function wayOf(notice: NewNotice): NoticeWay {
  const severity = eventKindOf(notice.kind)?.severity;
  return severity === undefined || severity === 'info' ? 'off' : notice[severity];
}

/** Schedules all new notifications. */
const plan = ({ db, clock }: Parts): Promise<void> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    const dueAtMs = (notice: NewNotice): number | null => {
      const severity = eventKindOf(notice.kind)?.severity;
      if (severity === undefined || severity === 'info') return null;
      return noticeDueAt({
        nowMs:
          now + (notice.kind === 'plantSilent' || notice.kind === 'gatewaySilent' ? SILENCE_SETTLES_MS : 0),
        severity,
        way: notice[severity],
        timeZone: notice.timeZone,
        quiet: hoursOf(notice.quietFrom, notice.quietTo),
        window: hoursOf(notice.windowFrom, notice.windowTo),
      });
    };
    const fresh = [
      ...(await newNotices(tx, now, PLANNED_AT_ONCE)),
      ...(await endedMails(tx, now, PLANNED_AT_ONCE)),
    ];
    await addNotices(
      tx,
      fresh.map((notice) => ({ ...notice, dueAtMs: dueAtMs(notice) })),
    );
    await addEndings(tx, now);
    const again = await repeatedMails(tx, now, PLANNED_AT_ONCE);
    await repeatNotices(
      tx,
      again.flatMap((notice) => {
        const at = wayOf(notice) === 'now' ? dueAtMs(notice) : null;
        return at === null ? [] : [{ ...notice, dueAtMs: at }];
      }),
    );
  });

/** Due notifications about active alarms (sign 1) or ended ones (-1) that still apply. */
function pick(
  due: readonly DueNotice[],
  notification: AlarmNotification | undefined,
  holds: (alarm: NotifiedAlarm) => boolean,
  sign: 1 | -1,
): { alarms: NotifiedAlarm[]; notices: DueNotice[] } {
  const mine = due.filter(({ revision }) => Math.sign(revision) === sign);
  const ids = new Set(mine.map(({ alarmId }) => alarmId));
  const alarms = notification?.alarms.filter((alarm) => ids.has(alarm.alarmId) && holds(alarm)) ?? [];
  const held = new Set(alarms.map(({ alarmId }) => alarmId));
  return { alarms, notices: mine.filter(({ alarmId }) => held.has(alarmId)) };
}

/** Splits notifications about one plant into active alarms without acknowledgment and ended ones. */
async function sortDue(tx: Tx, due: readonly DueNotice[], now: number) {
  const { siteId, userId } = due[0]!;
  const notification = await notificationOf(
    tx,
    { userId, siteId, alarmIds: due.map(({ alarmId }) => alarmId) },
    now,
  );
  const active = pick(due, notification, (alarm) => alarm.state === 'open' && !alarm.isGrouped, 1);
  const over = pick(due, notification, (alarm) => alarm.endedAt !== null, -1);
  return { siteId, userId, notification, active, over };
}

/**
 * Adds one email about the active, unacknowledged alarms of a plant to the outbox, and one about ended alarms of which
 * the user was notified; if the hourly limit leaves one email, a single one about everything.
 */
const notifyOne = ({ db, clock, publicUrl }: Parts): Promise<'notified' | 'passed' | 'nothing'> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    const { due, isLast } = await takeDueMails(tx, now);
    if (due.length === 0) return 'nothing';
    const plants: Awaited<ReturnType<typeof sortDue>>[] = [];
    for (const siteId of new Set(due.map((one) => one.siteId)))
      plants.push(
        await sortDue(
          tx,
          due.filter((one) => one.siteId === siteId),
          now,
        ),
      );
    const parts = plants.flatMap(({ siteId, userId, notification, active, over }) =>
      [active, over].flatMap(({ alarms }) =>
        notification && alarms.length > 0
          ? [{ notification: { ...notification, alarms }, siteId, userId, isOver: alarms === over.alarms }]
          : [],
      ),
    );
    const [first, ...others] = parts;
    if (isLast && first && others.length > 0)
      await mailManyAlarms(tx, [first, ...others], { publicUrl, now });
    else
      for (const { notification, ...about } of parts)
        await mailAlarms(tx, notification, { publicUrl, now, ...about });
    const sent = plants.flatMap(({ active, over }) => [...active.notices, ...over.notices]);
    await endNotices(tx, sent, { sentAt: now });
    await endNotices(
      tx,
      due.filter((one) => !sent.includes(one)),
      { error: PASSED },
    );
    return sent.length > 0 ? 'notified' : 'passed';
  });

/** Calls one webhook, or the browsers of a user; records a failure and retries later. */
async function callHook(parts: Parts, notice: DueHook): Promise<boolean> {
  const { db, clock, log } = parts;
  const { siteId, userId, alarmId, revision, channel } = notice;
  const now = clock();
  const notification = await inTransaction(db, 'read', (tx) =>
    notificationOf(tx, { userId, siteId, alarmIds: [alarmId] }, now),
  );
  const alarm = notification?.alarms[0];
  // If the alarm has already ended, an immediate notification of its start is obsolete.
  const isMoot = alarm === undefined || (revision > 0 && alarm.endedAt !== null);
  try {
    const isSent = notification && !isMoot && (await reach[channel](parts, notice, notification, alarm));
    await endNotices(db, [notice], isSent ? { sentAt: now } : { error: PASSED });
    return isSent === true;
  } catch (error) {
    const { message, cause } = error as Error;
    log.info({ user: userId, reason: message, cause }, `${channel} notification not sent`);
    await failHook(db, notice, message, now);
    return false;
  }
}

type Reach = (
  parts: Parts,
  notice: DueHook,
  notification: AlarmNotification,
  alarm: NotifiedAlarm,
) => Promise<boolean>;

/** Each resolves to whether there was a recipient, and rejects with the error. */
const reach: Record<DueHook['channel'], Reach> = {
  async webhook(
    { db, clock, publicUrl, allowsPrivateHooks },
    { siteId, userId, id, revision },
    notification,
    alarm,
  ) {
    const settings = await inTransaction(db, 'read', (tx) => noticeSettingsOf(tx, userId));
    if (settings.webhookUrl === '') return false;
    const { sid, siteName, timeZone, currency } = notification;
    await postHook({
      url: settings.webhookUrl,
      secret: settings.webhookSecret,
      allowsPrivate: allowsPrivateHooks,
      id: `${siteId}-${id}`,
      now: clock(),
      body: {
        version: 1,
        event: revision > 0 ? 'alarm' : 'alarm.over',
        sid,
        siteName,
        timeZone,
        currency,
        alarm,
        url: alarmUrl(publicUrl, alarm.alarmId),
        findingUrl: alarm.findingId === null ? null : findingUrl(publicUrl, alarm.findingId),
      },
    });
    return true;
  },
  async push(parts, { userId }, notification, alarm) {
    const isUrgent = alarm.severity === 'critical';
    return (await pushTo(parts.db, parts, userId, pushOfAlarm(notification, alarm), isUrgent)) > 0;
  },
};
