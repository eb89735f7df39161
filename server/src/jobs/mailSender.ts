// Sends emails from the outbox through the operator's mail server. Several processes may run it on one database.
import type { Config } from '../config.ts';
import { isFinalRefusal, type MailServer, openMailServer } from '../platform/mail.ts';
import { startPolling } from '../platform/pollingLoop.ts';
import { type DueMail, markFailed, markSent, takeDueMails } from '../repositories/mails.ts';
import type { JobParts } from './jobParts.ts';

interface Parts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  config: Pick<Config, 'smtp'>;
  /** Replaced in tests. */
  openServer?: (smtp: NonNullable<Config['smtp']>) => MailServer;
  /** Milliseconds between two looks into the outbox. */
  intervalMs?: number;
}

export interface MailSender {
  /** Stops after the emails being sent. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 3_000;
/** Few enough to be tried, however slow the server, before the lease of the outbox ends. */
const BATCH = 10;

/** Starts sending; without a mail server it does nothing, and emails stay in the outbox. */
export function startMailSender(parts: Parts): MailSender {
  const { config, log, openServer = openMailServer, intervalMs = INTERVAL_MS } = parts;
  if (!config.smtp) return { stop: async () => {} };
  const server = openServer(config.smtp);
  const loop = startPolling(
    (isStopping) => sendDue(parts, server, isStopping),
    intervalMs,
    (error) => log.warn({ err: error }, 'outbox not readable'),
  );
  return {
    async stop() {
      await loop.stop();
      server.close();
    },
  };
}

async function sendDue(parts: Parts, server: MailServer, isStopping: () => boolean): Promise<void> {
  const { db, clock } = parts;
  for (;;) {
    const due = isStopping() ? [] : await takeDueMails(db, clock(), BATCH);
    for (const mail of due) await sendOne(parts, server, mail);
    if (due.length < BATCH) return;
  }
}

async function sendOne({ db, clock, log }: Parts, server: MailServer, mail: DueMail): Promise<void> {
  const { id, attempt, recipient: to, fromName, subject, text, html } = mail;
  try {
    await server.send({
      to,
      fromName,
      subject,
      text,
      html,
      ...(mail.file ? { file: { name: mail.fileName, data: mail.file } } : {}),
      ...(mail.unsubscribeUrl === '' ? {} : { unsubscribeUrl: mail.unsubscribeUrl }),
    });
  } catch (error) {
    const { message } = error as Error;
    log.warn({ mail: id, attempt, reason: message }, 'email not sent');
    await markFailed(db, { id, attempt, error: message, isFinal: isFinalRefusal(error), now: clock() });
    return;
  }
  await markSent(db, id, clock());
}
