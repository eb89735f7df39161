// Delivery state of an email in the outbox.
import { HOUR_MS } from '@helioport/domain/duration';
import { type RawBuilder, sql } from 'kysely';
import { MAIL_LEASE_MS, MAIL_LIFE_HOURS } from '../repositories/mails.ts';

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

/**
 * Start of the attempt in progress for email `m`, from the end of its lease; null: none. An attempt whose process ended
 * counts as in progress until then.
 */
export const sendingSinceSql = (hasServer: boolean, now: number): RawBuilder<unknown> => sql`
  (case when ${hasServer} and m.sent_at is null and m.attempts > 0 and m.last_error = ''
    and m.next_try_at > ${new Date(now)} and m.created_at > ${oldest(now)}
    then m.next_try_at - make_interval(secs => ${MAIL_LEASE_MS / 1000}) end)`;

const oldest = (now: number) => new Date(now - MAIL_LIFE_HOURS * HOUR_MS);
