// Personal access tokens: programs call the API as the user, limited to scopes and plants.
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { noInput, nothing } from './envelope.ts';
import { body, flag, listOf, neededText, sid, whole } from './values.ts';

/** Most tokens of one user. */
export const TOKENS_MAX = 50;
/** Most plants that one token names. */
export const TOKEN_PLANTS_MAX = 200;

const instant = z.number().int().nullable();

const row = z.object({
  id: z.number().int(),
  name: z.string(),
  canWrite: z.boolean(),
  plants: z
    .array(z.object({ sid: z.string(), name: z.string() }))
    .nullable()
    .describe('Plants to which the token is limited, as far as the user still sees them; null: all plants.'),
  createdAt: z.number().int().describe('Milliseconds since 1970.'),
  expiresAt: instant.describe('Milliseconds since 1970; null: does not expire.'),
  lastUsedAt: instant.describe('Milliseconds since 1970, to the minute; null: never.'),
  isExpired: z.boolean(),
});

export const token = {
  list: endpoint({
    path: 'v2/token/list',
    summary: "The caller's personal access tokens, newest first.",
    grant: signedIn,
    input: noInput,
    output: z.object({ list: z.array(row) }),
  }),
  create: endpoint({
    path: 'v2/token/create',
    summary:
      'Creates a personal access token, which is shown only in this response. Only a session can do this, no token.',
    grant: signedIn,
    writes: true,
    input: body({
      name: neededText(80),
      canWrite: flag(false),
      sids: listOf(sid, TOKEN_PLANTS_MAX).describe(
        'Plants to which the token is limited; empty: all plants.',
      ),
      days: whole(1, 3650)
        .nullish()
        .transform((raw) => (raw === undefined ? 90 : raw))
        .describe('Days until the token expires; absent: 90, null: it does not expire.'),
    }),
    output: z.object({
      id: z.number().int(),
      token: z.string().describe('Starts with `hp_`. Only its hash is stored.'),
    }),
  }),
  revoke: endpoint({
    path: 'v2/token/revoke',
    summary: "Revokes one of the caller's personal access tokens immediately.",
    grant: signedIn,
    writes: true,
    input: body({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
  calendar: endpoint({
    path: 'v2/token/calendar',
    summary: "The address of the caller's maintenance calendar, without its secret.",
    grant: signedIn,
    input: noInput,
    output: z.object({
      link: z
        .object({
          onlyMine: z.boolean(),
          createdAt: z.number().int().describe('Milliseconds since 1970.'),
          lastUsedAt: instant.describe('Milliseconds since 1970, to the minute; null: never.'),
        })
        .nullable(),
    }),
  }),
  calendarCreate: endpoint({
    path: 'v2/token/calendarCreate',
    summary:
      "Creates the secret address of the caller's maintenance calendar (iCalendar), in place of an earlier one. It is shown only in this response.",
    grant: signedIn,
    writes: true,
    input: body({
      onlyMine: flag(false).describe('True: only cases and visits assigned to the caller.'),
    }),
    output: z.object({ path: z.string().describe('Of the calendar below the address of the portal.') }),
  }),
  calendarRevoke: endpoint({
    path: 'v2/token/calendarRevoke',
    summary: "Revokes the address of the caller's maintenance calendar immediately.",
    grant: signedIn,
    writes: true,
    input: noInput,
    output: nothing,
  }),
} satisfies Contract;
