// Push notifications to the browsers of a user.
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { sendPush } from '../../platform/push.ts';
import { dropPushBrowsers, pushBrowsersOf, pushKeys } from '../../repositories/pushes.ts';
import type { AlarmNotification, NotifiedAlarm } from './notification.ts';

/** Notification shown by the browser, in the user's language; a message contains nothing else. */
export interface PushMessage {
  title: string;
  body: string;
  /** Of the portal, from its root. */
  path: string;
  /** A later message of the same tag takes the place of an earlier one. */
  tag: string;
  /** BCP 47. */
  lang: string;
}

/** An alarm as a message: title, severity and plant. */
export const pushOfAlarm = ({ reader, siteName }: AlarmNotification, alarm: NotifiedAlarm): PushMessage => ({
  title: siteName,
  body: alarm.isFinding
    ? alarm.explanation
    : `${alarm.title} – ${reader.translate(`event.severity.${alarm.severity}`)}`,
  path:
    alarm.findingId === null
      ? `/devices/alarms?id=${alarm.alarmId}`
      : `/pvPlant/finding?id=${alarm.findingId}`,
  tag: `alarm-${alarm.alarmId}`,
  lang: reader.tag,
});

/**
 * Sends it to all browsers of a user and deletes ended subscriptions. Resolves to the number of recipients; rejects if
 * there are browsers but none could be reached.
 */
export async function pushTo(
  db: Db | Tx,
  { publicUrl, smtp, allowsPrivateHooks }: Pick<Config, 'publicUrl' | 'smtp' | 'allowsPrivateHooks'>,
  userId: number,
  body: PushMessage,
  isUrgent: boolean,
): Promise<number> {
  const keys = await pushKeys(db);
  // Push services require a contact address; a portal without a public URL sends its sender address.
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${smtp?.from ?? 'operator@localhost'}`;
  const found = await pushBrowsersOf(db, userId);
  const outcomes = await Promise.allSettled(
    found.map((browser) =>
      sendPush({ browser, body, isUrgent, keys, subject, allowsPrivate: allowsPrivateHooks }),
    ),
  );
  const isGone = (_: unknown, i: number) => {
    const outcome = outcomes[i];
    return outcome?.status === 'fulfilled' && outcome.value === 'gone';
  };
  const gone = found.filter(isGone).map(({ id }) => id);
  await dropPushBrowsers(db, gone);
  const sent = outcomes.filter((one) => one.status === 'fulfilled' && one.value === 'sent').length;
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (sent === 0 && failed) throw failed.reason;
  return sent;
}
