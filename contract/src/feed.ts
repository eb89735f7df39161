// Feeds: programs and devices of other manufacturers that write values into a plant, each with a token of its own.
import { feedKinds } from '@helioport/domain/feeds';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton } from './grants.ts';
import { body, neededText, sid, text, whole } from './values.ts';

/** Most feeds of one plant. */
export const FEEDS_MAX = 20;

const instant = z.number().int().nullable().describe('Milliseconds since 1970; null: never.');
const source = z.enum(feedKinds);

const row = z.object({
  id: z.number().int(),
  source,
  name: z.string(),
  createdAt: z.number().int().describe('Milliseconds since 1970.'),
  createdBy: z.string().describe("Email address; '' for a deleted account."),
  lastUsedAt: instant,
  lastValueAt: instant,
  lastValues: z.record(z.string(), z.number()).describe('Latest value by name, in W, Wh, V, Hz, °C or %.'),
  lastError: z.string().describe("Why the last request was rejected, in English; '' after an accepted one."),
});

export const feed = {
  list: endpoint({
    path: 'v2/feed/list',
    summary: 'The feeds of a plant, for users who may change it, newest first.',
    grant: plantUpdateButton,
    input: body({ sid }),
    output: z.object({ list: z.array(row) }),
  }),
  create: endpoint({
    path: 'v2/feed/create',
    summary: 'Creates a feed of a plant with a token that is shown only in this response.',
    grant: plantUpdateButton,
    writes: true,
    input: body({
      sid,
      source,
      name: neededText(80),
      names: text(600).describe(
        'Of emoncms: names of values that are sent without known ones, by position, key or node, such as `10: pv_power, pv_energy; power1=grid_power`.',
      ),
    }),
    output: z.object({
      id: z.number().int().describe('Also the system ID of PVOutput clients.'),
      token: z.string().describe('32 hexadecimal digits. Only its hash is stored.'),
      broker: z.string().describe("Address of the MQTT broker, for kinds that connect to it; '' for others."),
    }),
  }),
  revoke: endpoint({
    path: 'v2/feed/revoke',
    summary: 'Revokes the token of a feed immediately; its devices and their history remain.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
  }),
} satisfies Contract;
