// Table mails: the outbox. Every mail is written here in the transaction of what caused it, and sent from here.
import { brandById } from '@helioport/domain/brands';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { type ComposedMail, composeMail, type MailContent, type MailFile } from '../platform/mail.ts';

export interface NewMail extends Omit<MailContent, 'brand'> {
  to: string;
  brandId: number;
  /** What in the link opens an account: blotted out of the text once the mail is sent. */
  secret?: string;
  now: number;
}

/** Writes a mail in the words of its kind and brand into the outbox. */
export async function queueMail(tx: Tx, mail: NewMail): Promise<void> {
  await queueComposed(tx, { ...mail, ...composeMail({ ...mail, brand: await brandOf(tx, mail.brandId) }) });
}

export interface ComposedNewMail extends ComposedMail, Pick<NewMail, 'to' | 'brandId' | 'secret' | 'now'> {
  kind: string;
  file?: MailFile | undefined;
  /** Where one click ends mails of this kind. */
  unsubscribeUrl?: string;
}

/** Writes a mail into the outbox whose words are there already. */
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
  const { rows } = await sql<{ name: string; supportMail: string }>`
    select name, support_mail as "supportMail" from brands where id = ${id}`.execute(tx);
  return rows[0] ?? brandById(id);
}

/** Hours after which a mail is no longer sent: its link is dead, its news is old. */
export const MAIL_LIFE_HOURS = 24;
/** Minutes to wait after each failed attempt; after the last one the mail is given up. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 360];
/** Time that one process has for sending before another one may try. */
const LEASE_MS = 10 * 60_000;

export interface DueMail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  fromName: string;
  /** '' without a file. */
  fileName: string;
  file: Buffer | null;
  unsubscribeUrl: string;
  /** Which attempt this is, from 1. */
  attempt: number;
}

/** Takes up to `limit` mails that are to be sent now; no other process gets them while the lease runs. */
export async function takeDueMails(db: Db, now: number, limit: number): Promise<DueMail[]> {
  const oldest = new Date(now - MAIL_LIFE_HOURS * 3_600_000);
  const { rows } = await sql<DueMail>`
    update mails m set attempts = attempts + 1, next_try_at = ${new Date(now + LEASE_MS)}
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

/** Notes that the mail server has the mail, and blots its secret out: a backup must open no account. Its file has gone. */
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

/** Removes what was written to an address: it is the address of somebody who has left. */
export async function deleteMailsTo(tx: Tx, email: string): Promise<void> {
  await sql`delete from mails where lower(recipient) = ${email.toLowerCase()}`.execute(tx);
}

/** Days that mails are kept. */
const KEPT_DAYS = 90;

/** Removes old mails, and the files of those that are not sent any more. */
export async function deleteOldMails(db: Db, now: number): Promise<number> {
  await sql`
    update mails set file = null
    where file is not null and created_at < ${new Date(now - MAIL_LIFE_HOURS * 3_600_000)}`.execute(db);
  const result = await sql`
    delete from mails where created_at < ${new Date(now - KEPT_DAYS * 86_400_000)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
