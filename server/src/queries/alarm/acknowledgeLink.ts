// Links in emails with which readers acknowledge an alarm. A link names the alarm, the user and its creation time, and
// is valid for a week. It acts for its reader, so each contains the secret of its email, which the outbox erases like
// that of account links.

import { randomBytes } from 'node:crypto';
import { alarmUpdateButton } from '@helioport/contract/grants';
import { DAY_MS } from '@helioport/domain/duration';
import { languageByCode } from '@helioport/domain/languages';
import type { Me } from '../../access/me.ts';
import type { Tx } from '../../platform/db.ts';
import { signedText, verifiedText } from '../signedLinks.ts';

const WORKS_MS = 7 * DAY_MS;

/** An alarm and a user who received an email about it. */
interface Mailed {
  siteId: number;
  alarmId: number;
  userId: number;
}

/** Whether a user may act on alarms at all; the plants are checked separately. */
export const mayActOnAlarms = (me: Me): boolean => me.buttons.has(alarmUpdateButton.name) && !me.readsOnly;

/** What all links of one mail hold. */
export const newMailSecret = (): string => randomBytes(12).toString('hex');

/** URL of the page on which the reader confirms the acknowledgment, in their language. */
export async function acknowledgeUrlOf(
  tx: Tx,
  publicUrl: string,
  { siteId, alarmId, userId }: Mailed,
  { secret, languageCode, now }: { secret: string; languageCode: number; now: number },
): Promise<string> {
  const token = await signedText(tx, `k${siteId}.${alarmId}.${userId}.${now}.${secret}`);
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
    /^k(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.[\da-f]+$/.exec(
      (await verifiedText(tx, token)) ?? '',
    ) ?? [];
  if (words === undefined) return undefined;
  return {
    siteId: Number(siteId),
    alarmId: Number(alarmId),
    userId: Number(userId),
    writtenAt: Number(writtenAt),
    isOld: now - Number(writtenAt) > WORKS_MS,
  };
}
