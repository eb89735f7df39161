import type { OutputOf } from '@helioport/contract/endpoint';
import type { mail } from '@helioport/contract/mail';
import { brandById } from '@helioport/domain/brands';
import { type RawBuilder, sql } from 'kysely';
import { MAIL_LIFE_HOURS } from '../../../records/mails.ts';

export type MailRow = OutputOf<typeof mail.list>['list'][number];

export interface StoredRow extends Omit<MailRow, 'createdAt' | 'sentAt'> {
  createdAt: Date;
  sentAt: Date | null;
}

/** What has become of mail `m`. Without a mail server, nothing that was never tried will be. */
export const stateOf = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  case
    when m.sent_at is not null then 'sent'
    when m.attempts > 0 and (m.next_try_at is null or m.created_at <= ${oldest(now)}) then 'failed'
    when ${hasServer} and m.created_at > ${oldest(now)} then 'waiting'
    else 'kept'
  end`;

const oldest = (now: number) => new Date(now - MAIL_LIFE_HOURS * 3_600_000);

/** The columns of a mail `m` joined with its brand `b`. */
export const rowColumns = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  m.id, m.kind, m.recipient, m.subject, coalesce(b.name, ${brandById(0).name}) as "brandName",
  ${stateOf(hasServer, now)} as state, m.attempts, m.last_error as "lastError", m.created_at as "createdAt",
  m.sent_at as "sentAt"`;

export const mailRowOf = (row: StoredRow): MailRow => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  subject: row.subject,
  brandName: row.brandName,
  state: row.state,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt.getTime(),
  sentAt: row.sentAt?.getTime() ?? null,
});
