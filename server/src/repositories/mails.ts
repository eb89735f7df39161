// Table `mails`: the outbox. Every email is inserted in the transaction that causes it, and sent from here.

import { brandById } from '@helioport/domain/brands';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import type { ComposedMailKind, MailKind } from '@helioport/domain/mailKinds';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type ComposedMail, composeMail, type MailContent, type MailFile } from '../platform/mail.ts';

export interface NewMail extends Omit<MailContent, 'brand'> {
  to: string;
  brandId: number;
  /** The secret part of the link: erased from the text once the email is sent. */
  secret?: string;
  now: number;
}

/** Adds an email with the texts of its kind and brand to the outbox. */
export async function queueMail(tx: Tx, mail: NewMail): Promise<void> {
  await queueComposed(tx, { ...mail, ...composeMail({ ...mail, brand: await brandOf(tx, mail.brandId) }) });
}

export interface ComposedNewMail extends ComposedMail, Pick<NewMail, 'to' | 'brandId' | 'secret' | 'now'> {
  kind: MailKind | ComposedMailKind;
  file?: MailFile | undefined;
  /** URL that unsubscribes from emails of this kind with one click. */
  unsubscribeUrl?: string;
}

/** Adds an email with given texts to the outbox. */
export async function queueComposed(tx: Tx, mail: ComposedNewMail): Promise<void> {
  const { kind, to, subject, text, html, secret = '', brandId, file, unsubscribeUrl = '' } = mail;
  const now = new Date(mail.now);
  await sql`
    insert into mails (kind, recipient, subject, body_text, body_html, secret, brand_id, created_at, next_try_at,
                       file_name, file, unsubscribe_url)
    values (${kind}, ${to}, ${subject}, ${text}, ${html}, ${secret}, ${brandId}, ${now}, ${now},
            ${file?.name ?? ''}, ${file ? Buffer.from(file.data) : null}, ${unsubscribeUrl})`.execute(tx);
}

/** Whether an email of this kind was written to an address since then. */
export async function wasMailed(
  tx: Tx,
  { kind, to, since }: { kind: string; to: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mails where kind = ${kind} and lower(recipient) = lower(${to}) and created_at > ${since} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Name and support address of a brand. */
export async function brandOf(tx: Tx, id: number): Promise<{ name: string; supportMail: string }> {
  const { rows } = await sql<Columns<'brands', 'name' | 'supportMail'>>`
    select name, support_mail as "supportMail" from brands where id = ${id}`.execute(tx);
  return rows[0] ?? brandById(id);
}

/** Hours after which an email is no longer sent, because its links have expired or its content is outdated. */
export const MAIL_LIFE_HOURS = 24;
/** Minutes to wait after each failed attempt; after the last one, the email fails. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 360];
/** Time that one process has for sending before another one may try, also if it ended while sending. */
export const MAIL_LEASE_MS = 10 * 60_000;

export interface DueMail extends Columns<'mails', 'recipient' | 'subject' | 'file' | 'unsubscribeUrl'> {
  id: number;
  text: string;
  html: string;
  fromName: string;
  /** '' without a file. */
  fileName: string;
  /** Which attempt this is, from 1. */
  attempt: number;
}

/** Claims up to `limit` due emails; no other process gets them during the lease. An attempt in progress has no error. */
export async function takeDueMails(db: Db, now: number, limit: number): Promise<DueMail[]> {
  const oldest = new Date(now - MAIL_LIFE_HOURS * HOUR_MS);
  const { rows } = await sql<DueMail>`
    update mails m set attempts = attempts + 1, last_error = '', next_try_at = ${new Date(now + MAIL_LEASE_MS)}
    where id in (
      select id from mails
      where sent_at is null and next_try_at <= ${new Date(now)} and created_at > ${oldest}
      order by next_try_at limit ${limit} for update skip locked)
    returning id, recipient, subject, body_text as text, body_html as html, attempts as attempt,
      file_name as "fileName", file, unsubscribe_url as "unsubscribeUrl",
      coalesce((select name from brands b where b.id = m.brand_id), ${brandById(0).name}) as "fromName"`.execute(
    db,
  );
  return rows;
}

/**
 * Marks the email as accepted by the mail server and erases its secret, so that a backup cannot open an account.
 * Deletes its attachment.
 */
export async function markSent(db: Db, id: number, now: number): Promise<void> {
  await sql`
    update mails set sent_at = ${new Date(now)}, next_try_at = null, last_error = '', secret = '', file = null,
      body_text = case when secret = '' then body_text else replace(body_text, secret, '***') end,
      body_html = case when secret = '' then body_html else replace(body_html, secret, '***') end
    where id = ${id}`.execute(db);
}

/** Notes a failed attempt; tries again later unless it is final or was the last one. */
export async function markFailed(
  db: Db,
  mail: { id: number; attempt: number; error: string; isFinal: boolean; now: number },
): Promise<void> {
  const pause = mail.isFinal ? undefined : PAUSES_MINUTES[mail.attempt - 1];
  const next = pause === undefined ? null : new Date(mail.now + pause * 60_000);
  await sql`
    update mails set last_error = ${mail.error.replaceAll('\0', '').slice(0, 500)}, next_try_at = ${next}
    where id = ${mail.id}`.execute(db);
}

/** Makes an email due now, whatever pause or final refusal its last attempt led to. */
export async function sendAgain(tx: Tx, id: number, now: number): Promise<void> {
  await sql`update mails set next_try_at = ${new Date(now)} where id = ${id}`.execute(tx);
}

/** Deletes the emails to the address of a closed account. */
export async function deleteMailsTo(tx: Tx, email: string): Promise<void> {
  await sql`delete from mails where lower(recipient) = ${email.toLowerCase()}`.execute(tx);
}

/** Days for which emails are kept. */
const KEPT_DAYS = 90;

/** Deletes old emails, and the attachments of those that are no longer sent. */
export async function deleteOldMails(db: Db, now: number): Promise<number> {
  await sql`
    update mails set file = null
    where file is not null and created_at < ${new Date(now - MAIL_LIFE_HOURS * HOUR_MS)}`.execute(db);
  const result = await sql`
    delete from mails where created_at < ${new Date(now - KEPT_DAYS * DAY_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
