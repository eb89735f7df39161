// Webhooks of a plant: its events as signed JSON to addresses of other programs, with a log of the deliveries.
import { webhookEvents } from '@helioport/domain/webhooks';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton } from './grants.ts';
import { body, flag, listOf, neededText, sid, whole } from './values.ts';

/** Most webhooks of one plant. */
export const WEBHOOKS_MAX = 10;

/** Deliveries that the log shows. */
export const DELIVERIES_SHOWN = 50;

const instant = z.number().int().describe('Milliseconds since 1970.');
const id = whole(1, Number.MAX_SAFE_INTEGER);
const url = neededText(500).describe('Public address that starts with https://.');
const events = listOf(z.enum(webhookEvents), 20).refine((list) => list.length > 0);

const attempt = {
  status: z.number().int().nullable().describe('HTTP status of the last attempt; null without a response.'),
  durationMs: z.number().int().nullable(),
  answer: z.string().describe("First kB of the response; '' from addresses that are not shown."),
  error: z.string().describe("Why the last attempt failed, in English; '' after a success."),
};

const row = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  pausedAt: instant.nullable().describe('Since when the portal has stopped sending; null while it sends.'),
  paused: z
    .enum(['failures', 'access'])
    .nullable()
    .describe('`failures`: too many attempts failed. `access`: its creator cannot see the plant.'),
  createdAt: instant,
  createdBy: z.string().describe("Email address; '' for a deleted account."),
  lastDeliveredAt: instant.nullable(),
  lastFailedAt: instant.nullable(),
});

const delivery = z.object({
  id: z.number().int(),
  event: z.enum([...webhookEvents, 'test']),
  createdAt: instant,
  attempts: z.number().int(),
  attemptedAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  nextAt: instant.nullable().describe('Time of the next attempt; null: none.'),
  ...attempt,
  body: z.string().describe('The JSON document that is sent.'),
});

const outcome = z.object({ isDelivered: z.boolean(), ...attempt });

export const webhook = {
  list: endpoint({
    path: 'v2/webhook/list',
    summary: 'The webhooks of a plant, for users who may change it, newest first.',
    grant: plantUpdateButton,
    input: body({ sid }),
    output: z.object({ list: z.array(row) }),
  }),
  create: endpoint({
    path: 'v2/webhook/create',
    summary:
      'Creates a webhook of a plant with a key for its signatures that is shown only in this response.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, url, events }),
    output: z.object({ id: z.number().int(), secret: z.string() }),
  }),
  update: endpoint({
    path: 'v2/webhook/update',
    summary: 'Changes a webhook; activating it also ends a pause. A new address gets a new key.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, id, url, events, isActive: flag(true) }),
    output: z.object({ secret: z.string().describe("The new key; '' if it did not change.") }),
  }),
  delete: endpoint({
    path: 'v2/webhook/delete',
    summary: 'Deletes a webhook with its log.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, id }),
    output: nothing,
  }),
  deliveries: endpoint({
    path: 'v2/webhook/deliveries',
    summary: 'The last 50 deliveries of a webhook, newest first; they are kept for 30 days.',
    grant: plantUpdateButton,
    input: body({ sid, id }),
    output: z.object({ list: z.array(delivery) }),
  }),
  test: endpoint({
    path: 'v2/webhook/test',
    summary: 'Sends a test event immediately and returns the outcome.',
    grant: plantUpdateButton,
    writes: true,
    callsPerHour: 120,
    input: body({ sid, id }),
    output: outcome,
  }),
  resend: endpoint({
    path: 'v2/webhook/resend',
    summary: 'Repeats a delivery immediately with the same ID and returns the outcome.',
    grant: plantUpdateButton,
    writes: true,
    callsPerHour: 120,
    input: body({ sid, id, deliveryId: id }),
    output: outcome,
  }),
} satisfies Contract;
