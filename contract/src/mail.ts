// The outbox: all emails of the portal, for administrators. Without a mail server, emails stay there.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy } from './envelope.ts';
import { outboxPage } from './grants.ts';
import { body, day, filterText, part, whole } from './values.ts';

const instant = z.number().int().describe('Milliseconds since 1970.');
const states = ['sent', 'waiting', 'failed', 'kept'] as const;

const mailRow = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    recipient: z.string(),
    subject: z.string(),
    brandName: z.string(),
    state: z
      .enum(states)
      .describe('kept: there is no mail server, or there was none at the time; it will not be sent.'),
    attempts: z.number().int(),
    lastError: z.string().describe('Last response of the mail server.'),
    createdAt: instant,
    sentAt: instant.nullable(),
    nextTryAt: instant.nullable().describe('When it is sent next; null if it is not.'),
    sendingSince: instant
      .nullable()
      .describe(
        'Start of the attempt in progress; null: none. If its process ended, the next attempt follows at `nextTryAt`.',
      ),
    canRetry: z.boolean().describe('Sending failed, and the email is recent enough to be sent again.'),
  })
  .meta({ id: 'MailRow' });

export const mail = {
  list: endpoint({
    path: 'v2/mail/list',
    summary: 'Emails of the last 90 days, newest first.',
    grant: outboxPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of recipient or subject.'),
        state: filterText.describe(`One of ${states.join(', ')}.`),
        kind: filterText,
        created_start_date: day,
        created_end_date: day,
      }),
      sort: sortBy(['createdAt', 'recipient', 'subject', 'sentAt']),
    }),
    output: pageOf(mailRow),
  }),
  retry: endpoint({
    path: 'v2/mail/retry',
    summary: 'Sends an email again, now, after a failed attempt.',
    grant: outboxPage,
    writes: true,
    input: body({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: z.object({}),
  }),
  detail: endpoint({
    path: 'v2/mail/detail',
    summary:
      'One email with its text. Viewing it is recorded in the audit log because its link may open an account.',
    grant: outboxPage,
    writes: true,
    input: body({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: mailRow.extend({
      text: z.string(),
      html: z.string().describe('Escaped by the server; for display in a sandboxed frame only.'),
    }),
  }),
} satisfies Contract;
