import type { OutputOf } from '@helioport/contract/endpoint';
import type { mail } from '@helioport/contract/mail';
import type { ComposedMailKind, MailKind } from '@helioport/domain/mailKinds';
import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import type { IconName } from '../base/Icon.tsx';
import { Tag } from '../base/Tag.tsx';
import { formatInstant } from '../base/time.ts';

export type Mail = OutputOf<typeof mail.list>['list'][number];

export const mailStates = ['sent', 'waiting', 'failed', 'kept'] as const;

interface Look {
  words: WordKey;
  icon: IconName;
  tone: 'good' | 'alert' | 'plain';
}

const looks: Record<Mail['state'], Look> = {
  sent: { words: 'outbox.state.sent', icon: 'check', tone: 'good' },
  waiting: { words: 'outbox.state.waiting', icon: 'clock', tone: 'plain' },
  failed: { words: 'outbox.state.failed', icon: 'alert', tone: 'alert' },
  kept: { words: 'outbox.state.kept', icon: 'document', tone: 'plain' },
};

const retrying: Look = { words: 'outbox.state.retrying', icon: 'alert', tone: 'alert' };

const sending: Look = { words: 'outbox.state.sending', icon: 'clock', tone: 'plain' };

type Delivery = Pick<Mail, 'state' | 'attempts' | 'lastError' | 'nextTryAt' | 'sendingSince'>;

/** Whether sending failed: an attempt in progress has no error yet. */
export const isTryFailed = ({ lastError }: Pick<Delivery, 'lastError'>): boolean => lastError !== '';

/** Since when it is being sent, or how often sending failed and when it is tried again; '' if neither. */
export function attemptWords(mail: Delivery): string {
  const { nextTryAt, sendingSince } = mail;
  if (sendingSince !== null)
    return t('outbox.sendingSince', {
      time: formatInstant(sendingSince),
      next: formatInstant(nextTryAt ?? sendingSince),
    });
  if (!isTryFailed(mail)) return '';
  const next =
    nextTryAt === null ? t('outbox.noNextTry') : t('outbox.nextTry', { time: formatInstant(nextTryAt) });
  return `${t('outbox.failedTries', { count: mail.attempts })}. ${next}.`;
}

/** The delivery state of an email as text. */
export const mailStateWords = (state: Mail['state']): string => t(looks[state].words);

type StateShown = Pick<Delivery, 'state' | 'lastError'> & Partial<Pick<Delivery, 'sendingSince'>>;

export function MailStateTag({ mail }: { mail: StateShown }): ReactNode {
  const isRetrying = mail.state === 'waiting' && isTryFailed(mail);
  const isSending = (mail.sendingSince ?? null) !== null;
  const { words, icon, tone } = isSending ? sending : isRetrying ? retrying : looks[mail.state];
  return (
    <Tag icon={icon} tone={tone}>
      {t(words)}
    </Tag>
  );
}

const kinds: Record<MailKind | ComposedMailKind, WordKey> = {
  verify: 'outbox.kind.verify',
  known: 'outbox.kind.known',
  reset: 'outbox.kind.reset',
  invite: 'outbox.kind.invite',
  passwordChanged: 'outbox.kind.passwordChanged',
  signInLocked: 'outbox.kind.signInLocked',
  handOver: 'outbox.kind.handOver',
  shared: 'outbox.kind.shared',
  shareInvite: 'outbox.kind.shareInvite',
  offer: 'outbox.kind.offer',
  offerTaken: 'outbox.kind.offerTaken',
  offerDeclined: 'outbox.kind.offerDeclined',
  assignTaken: 'outbox.kind.assignTaken',
  assignDeclined: 'outbox.kind.assignDeclined',
  companyAssigned: 'outbox.kind.companyAssigned',
  companyEnded: 'outbox.kind.companyEnded',
  cancelled: 'outbox.kind.cancelled',
  removed: 'outbox.kind.removed',
  report: 'outbox.kind.report',
  approval: 'outbox.kind.approval',
  approvalDeclined: 'outbox.kind.approvalDeclined',
  alarms: 'outbox.kind.alarms',
  alarmTest: 'outbox.kind.alarmTest',
  digest: 'outbox.kind.digest',
  webhookPaused: 'outbox.kind.webhookPaused',
  outputPaused: 'outbox.kind.outputPaused',
};

export const mailKinds = Object.keys(kinds);

/** The purpose of an email as text; an unknown kind is shown unchanged. */
export const mailKindWords = (kind: string): string => {
  const words = (kinds as Record<string, WordKey | undefined>)[kind];
  return words === undefined ? kind : t(words);
};
