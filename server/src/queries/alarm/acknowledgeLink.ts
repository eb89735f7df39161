// The links of mails by which their readers say that they know of an alarm. They name the alarm, the person and when they were
// written, and work for a week. Who has one acts for its reader, so each holds the secret of its mail, which the outbox blots
// out as it does with links that open accounts.
import { randomBytes } from 'node:crypto';
import { alarmUpdateButton } from '@helioport/contract/grants';
import { languageByCode } from '@helioport/domain/languages';
import type { Me } from '../../access/me.ts';
import type { Tx } from '../../platform/db.ts';
import { sealed, unsealed } from '../signedLinks.ts';

const WORKS_MS = 7 * 86_400_000;

/** An alarm and somebody to whom a mail about it was written. */
interface Mailed {
  siteId: number;
  alarmId: number;
  userId: number;
}

/** Whether somebody may act on alarms at all; of which plants is another matter. */
export const mayActOnAlarms = (me: Me): boolean => me.buttons.has(alarmUpdateButton.name) && !me.readsOnly;

/** What all links of one mail hold. */
export const newMailSecret = (): string => randomBytes(12).toString('hex');

/** The address of the page that asks the reader whether he knows of it, in his language. */
export async function acknowledgeUrlOf(
  tx: Tx,
  publicUrl: string,
  { siteId, alarmId, userId }: Mailed,
  { secret, languageCode, now }: { secret: string; languageCode: number; now: number },
): Promise<string> {
  const token = await sealed(tx, `k${siteId}.${alarmId}.${userId}.${now}.${secret}`);
  const language = languageByCode(languageCode)?.webCode ?? 'en';
  return `${publicUrl}/acknowledge?token=${token}&language=${language}`;
}

/** What a link is about; undefined where it is none of ours. */
export async function readAcknowledgeToken(
  tx: Tx,
  token: string,
  now: number,
): Promise<(Mailed & { writtenAt: number; isOld: boolean }) | undefined> {
  const [words, siteId, alarmId, userId, writtenAt] =
    /^k(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.[\da-f]+$/.exec((await unsealed(tx, token)) ?? '') ??
    [];
  if (words === undefined) return undefined;
  return {
    ...{ siteId: Number(siteId), alarmId: Number(alarmId), userId: Number(userId) },
    ...{ writtenAt: Number(writtenAt), isOld: now - Number(writtenAt) > WORKS_MS },
  };
}
