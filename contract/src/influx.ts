// Output of a plant's readings as line protocol to a database such as InfluxDB.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton } from './grants.ts';
import { body, flag, neededText, sid, text } from './values.ts';

const instant = z.number().int().nullable().describe('Milliseconds since 1970; null: never.');
const url = neededText(500).describe('Public address that starts with https://.');
const status = z
  .number()
  .int()
  .nullable()
  .describe('HTTP status of the last attempt; null without a response.');
const error = z.string().describe("Why the last attempt failed, in English; '' after a success.");

const output = z.object({
  url: z.string(),
  org: z.string(),
  bucket: z.string(),
  hasToken: z.boolean(),
  isActive: z.boolean(),
  paused: z
    .enum(['failures', 'access'])
    .nullable()
    .describe('`failures`: 30 days without an accepted write. `access`: its creator cannot see the plant.'),
  createdBy: z.string().describe("Email address of the user whose permissions it has; '' if deleted."),
  sentAt: instant,
  sentReadings: z.number().int(),
  waitingSince: instant.describe('Time of the oldest reading that is not sent; null: none.'),
  nextAt: instant.describe('Time of the next attempt after a failure; null: none failed.'),
  status,
  error,
});

export const influx = {
  output: endpoint({
    path: 'v2/influx/output',
    summary: 'The output of the readings of a plant, for users who may change it.',
    grant: plantUpdateButton,
    input: body({ sid }),
    output: z.object({ output: output.nullable().describe('Null: the plant has none.') }),
  }),
  save: endpoint({
    path: 'v2/influx/save',
    summary: 'Creates or changes the output of the readings of a plant; activating it also ends a pause.',
    grant: plantUpdateButton,
    writes: true,
    input: body({
      sid,
      url,
      org: text(100),
      bucket: text(100),
      isActive: flag(true),
      token: z
        .string()
        .max(500)
        .regex(/^[\x21-\x7e]*$/)
        .nullish()
        .describe("Absent: unchanged, as long as the address does not change. '': none."),
    }),
    output: nothing,
  }),
  delete: endpoint({
    path: 'v2/influx/delete',
    summary: 'Deletes the output of the readings of a plant; what it has sent remains there.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid }),
    output: nothing,
  }),
  test: endpoint({
    path: 'v2/influx/test',
    summary: 'Sends the latest reading of the plant to its output immediately and returns the outcome.',
    grant: plantUpdateButton,
    writes: true,
    callsPerHour: 120,
    input: body({ sid }),
    output: z.object({ isAccepted: z.boolean(), status, error }),
  }),
} satisfies Contract;
