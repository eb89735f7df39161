// Delivery state of an email in the outbox.
import { HOUR_MS } from '@helioport/domain/duration';
import { type RawBuilder, sql } from 'kysely';
import { MAIL_LIFE_HOURS } from '../repositories/mails.ts';

/** State of email `m`. Without a mail server, an email that was never tried stays in the outbox. */
export const mailStateOf = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  case
    when m.sent_at is not null then 'sent'
    when m.attempts > 0 and (m.next_try_at is null or m.created_at <= ${oldest(now)}) then 'failed'
    when ${hasServer} and m.created_at > ${oldest(now)} then 'waiting'
    else 'kept'
  end`;

/** Whether sending email `m` failed and may be repeated; false during an attempt, which has no error yet. */
export const canRetrySql = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  (${hasServer} and m.sent_at is null and m.last_error <> '' and m.created_at > ${oldest(now)})`;

const oldest = (now: number) => new Date(now - MAIL_LIFE_HOURS * HOUR_MS);
