// Every minute: decides when people are told of alarms, writes their mails, and calls their webhooks.
import { eventKindOf } from '@helioport/domain/eventKinds';
import { type Hours, noticeDueAt } from '@helioport/domain/notices';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { postHook } from '../platform/webhook.ts';
import { alarmUrl, mailAlarms } from '../reads/alarm/mail.ts';
import { tellingOf } from '../reads/alarm/told.ts';
import {
  addEndings,
  addNotices,
  type DueNotice,
  endNotices,
  failHook,
  type NewNotice,
  newNotices,
  noticeSettingsOf,
  takeDueHooks,
  takeDueMails,
} from '../records/notices.ts';

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  publicUrl: string;
  allowsPrivateHooks: boolean;
}

const PLANNED_AT_ONCE = 2_000;
const HOOKS_AT_ONCE = 20;
/** A silence is told of so much later: a house that has just been started hears of its plants again within minutes. */
const SILENCE_SETTLES_MS = 15 * 60_000;
/** Written where there was no need any more when the time came. */
const PASSED = 'passed';

/** Tells what is due, each once whoever else does the same; returns how many mails and hooks that were. */
export async function tellOfAlarms(parts: Parts, isStopping: () => boolean): Promise<number> {
  await plan(parts);
  let told = 0;
  while (!isStopping()) {
    const outcome = await tellOne(parts);
    if (outcome === 'nothing') break;
    if (outcome === 'told') told += 1;
  }
  while (!isStopping()) {
    const due = await takeDueHooks(parts.db, parts.clock(), HOOKS_AT_ONCE);
    const sent = await Promise.all(due.map((one) => callHook(parts, one)));
    told += sent.filter(Boolean).length;
    if (due.length < HOOKS_AT_ONCE) break;
  }
  return told;
}

const hoursOf = (from: number | null, to: number | null): Hours | null =>
  from === null || to === null ? null : { from, to };

/** Decides of everything new when it is to be told. */
const plan = ({ db, clock }: Parts): Promise<void> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    const dueAtMs = (notice: NewNotice): number | null => {
      const severity = eventKindOf(notice.kind)?.severity;
      if (severity === undefined || severity === 'info') return null;
      return noticeDueAt({
        nowMs: now + (notice.kind === 'plantSilent' ? SILENCE_SETTLES_MS : 0),
        ...{ severity, way: notice[severity], timeZone: notice.timeZone },
        quiet: hoursOf(notice.quietFrom, notice.quietTo),
        window: hoursOf(notice.windowFrom, notice.windowTo),
      });
    };
    const fresh = await newNotices(tx, now, PLANNED_AT_ONCE);
    await addNotices(
      tx,
      fresh.map((notice) => ({ ...notice, dueAtMs: dueAtMs(notice) })),
    );
    await addEndings(tx, now);
  });

/** Writes one mail about one plant, of what still stands and nobody has taken up meanwhile. */
const tellOne = ({ db, clock, publicUrl }: Parts): Promise<'told' | 'passed' | 'nothing'> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    const due = await takeDueMails(tx, now);
    const [first] = due;
    if (!first) return 'nothing';
    const { siteId, userId } = first;
    const alarmIds = due.map(({ alarmId }) => alarmId);
    const telling = await tellingOf(tx, { userId, siteId, alarmIds }, now);
    const alarms = telling?.alarms.filter(({ state, isFolded }) => state === 'open' && !isFolded) ?? [];
    const isTold = new Set(alarms.map(({ alarmId }) => alarmId));
    if (telling && alarms.length > 0)
      await mailAlarms(tx, { ...telling, alarms }, { publicUrl, siteId, userId, now });
    const told = due.filter(({ alarmId }) => isTold.has(alarmId));
    await endNotices(tx, told, { sentAt: now });
    await endNotices(
      tx,
      due.filter((one) => !told.includes(one)),
      { error: PASSED },
    );
    return told.length > 0 ? 'told' : 'passed';
  });

/** Calls one webhook; what stands in the way is noted, and it is tried again later. */
async function callHook(
  { db, clock, log, publicUrl, allowsPrivateHooks }: Parts,
  notice: DueNotice,
): Promise<boolean> {
  const { siteId, userId, alarmId, id, news } = notice;
  const now = clock();
  const { telling, settings } = await inTransaction(db, 'read', async (tx) => ({
    telling: await tellingOf(tx, { userId, siteId, alarmIds: [alarmId] }, now),
    settings: await noticeSettingsOf(tx, userId),
  }));
  const alarm = telling?.alarms[0];
  // Somebody who has been told of it at once need not be told when it was over before.
  const isMoot = alarm === undefined || settings.webhookUrl === '' || (news > 0 && alarm.endedAt !== null);
  if (!telling || isMoot) {
    await endNotices(db, [notice], { error: PASSED });
    return false;
  }
  const { reader: _reader, email: _email, brandId: _brand, alarms: _alarms, ...plant } = telling;
  try {
    await postHook({
      ...{ url: settings.webhookUrl, secret: settings.webhookSecret, now, allowsPrivate: allowsPrivateHooks },
      id: `${siteId}-${id}`,
      body: {
        event: news > 0 ? 'alarm' : 'alarm.over',
        ...plant,
        alarm,
        url: alarmUrl(publicUrl, alarmId),
      },
    });
  } catch (error) {
    const { message } = error as Error;
    log.info({ user: userId, reason: message }, 'a webhook could not be called');
    await failHook(db, notice, message, now);
    return false;
  }
  await endNotices(db, [notice], { sentAt: now });
  return true;
}
