// What support reads about a person: the emails that were sent and the devices that are logged in.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf } from './envelope.ts';
import { userActivityButton } from './grants.ts';
import { body, neededText } from './values.ts';

const instant = z.number().int().describe('Milliseconds since 1970.');
const uid = neededText(60).describe('User ID.');

export const activityCalls = {
  mails: endpoint({
    path: 'v2/user/mails',
    summary: 'Emails to one user in the last 90 days, newest first, without their text.',
    grant: userActivityButton,
    input: body({ uid, page: pageInput }),
    output: pageOf(
      z.object({
        id: z.number().int(),
        kind: z.string(),
        subject: z.string(),
        state: z.enum(['sent', 'waiting', 'failed', 'kept']).describe('kept: no mail server was configured.'),
        attempts: z.number().int(),
        lastError: z.string().describe('Last response of the mail server.'),
        createdAt: instant,
        sentAt: instant.nullable(),
      }),
    ),
  }),
  logins: endpoint({
    path: 'v2/user/logins',
    summary: 'Active sessions of one user, most recently used first.',
    grant: userActivityButton,
    input: body({ uid, page: pageInput }),
    output: pageOf(
      z.object({
        device: z.string().describe('Browser and operating system as text.'),
        createdAt: instant.describe('Milliseconds since 1970: time of the login.'),
        lastSeenAt: instant,
      }),
    ),
  }),
} satisfies Contract;
