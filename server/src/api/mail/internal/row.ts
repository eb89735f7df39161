import type { OutputOf } from '@helioport/contract/endpoint';
import type { mail } from '@helioport/contract/mail';
import { brandById } from '@helioport/domain/brands';
import { type RawBuilder, sql } from 'kysely';
import { canRetrySql, mailStateOf, sendingSinceSql } from '../../../queries/mailState.ts';

export type MailRow = OutputOf<typeof mail.list>['list'][number];

export interface StoredRow extends Omit<MailRow, 'createdAt' | 'sentAt' | 'nextTryAt' | 'sendingSince'> {
  createdAt: Date;
  sentAt: Date | null;
  nextTryAt: Date | null;
  sendingSince: Date | null;
}

/** Columns of an email `m` joined with its brand `b`. */
export const rowColumns = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  m.id, m.kind, m.recipient, m.subject, coalesce(b.name, ${brandById(0).name}) as "brandName",
  ${mailStateOf(hasServer, now)} as state, m.attempts, m.last_error as "lastError", m.created_at as "createdAt",
  m.sent_at as "sentAt", m.next_try_at as "nextTryAt",
  ${sendingSinceSql(hasServer, now)} as "sendingSince", ${canRetrySql(hasServer, now)} as "canRetry"`;

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
  nextTryAt: row.state === 'waiting' ? (row.nextTryAt?.getTime() ?? null) : null,
  sendingSince: row.sendingSince?.getTime() ?? null,
  canRetry: row.canRetry,
});
