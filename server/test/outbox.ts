// What tests read of the outbox.
import { sql } from 'kysely';
import type { TestApp } from './harness.ts';

export interface SentMail {
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** Token of its link; '' without one. */
  token: string;
}

/** All emails to an address, newest first. */
export async function mailsTo(app: TestApp, email: string): Promise<SentMail[]> {
  const { rows } = await sql<Omit<SentMail, 'token'>>`
    select kind, subject, body_text as text, body_html as html from mails
    where lower(recipient) = ${email.toLowerCase()} order by id desc`.execute(app.database.db);
  return rows.map((row) => ({ ...row, token: /[?&]token=([\w-]+)/.exec(row.text)?.[1] ?? '' }));
}

/** The newest mail to an address; fails when there is none. */
export async function lastMailTo(app: TestApp, email: string): Promise<SentMail> {
  const [mail] = await mailsTo(app, email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}
