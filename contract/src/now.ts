// How something is now, as our own screens read it: its state, when it was last heard, and what is to be said of it.

import { severities } from '@helioport/domain/condition';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { stateKeys } from '@helioport/domain/state';
import { troubleKeys, verdictKeys, verdictLevels } from '@helioport/domain/verdict';
import { z } from 'zod';

const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .describe("Day of the plant's calendar, YYYY-MM-DD.");

export const stateKey = z
  .enum(stateKeys)
  .describe('Ours: the state by which it is shown, as domain/src/condition.ts decides it.');

export const severity = z
  .enum(severities)
  .describe('Ours: how severe the worst is that is open; `info` is no alarm, `none`: nothing is open.');

/** State, severity and age, beside the number that old clients read. */
export const stateNow = {
  state: stateKey,
  severity,
  cause: z
    .string()
    .nullable()
    .describe(
      'Ours: kind of the event that decides, such as `4000` or `makesNothing`; null: the state alone.',
    ),
  causeSince: localDay.describe("Ours: day of the plant's calendar since which the cause is so."),
  reporting: z
    .enum(stateKeys)
    .describe('Ours: what the newest reading alone says. Only `live` and `alert` tell what is now.'),
  lastReportAt: z
    .number()
    .int()
    .nullable()
    .describe(
      'Ours: the newest report in ms since 1970; of a plant that of its producers, where they have spoken.',
    ),
};

export const deviceKind = z.enum(deviceKinds.map(({ key }) => key)).describe('Ours.');

export const trouble = z
  .object({ key: z.enum(troubleKeys), sinceDay: localDay })
  .nullable()
  .describe('Ours: what was found about the device, in its own state or not.');

export const verdict = z
  .object({
    level: z.enum(verdictLevels),
    key: z.enum(verdictKeys),
    count: z.number().int().nonnegative().describe('Devices or modules of which it speaks; 0: of the plant.'),
    behind: z.number().int().nonnegative().describe('Devices behind the gateways of which it speaks.'),
    sinceDay: localDay,
    sns: z.array(z.string()).max(3),
    code: z.string().nullable().describe('Of `faults`: the code, four hex digits.'),
    text: z.string().describe('The same in one sentence, in the language of whoever asks.'),
  })
  .meta({ id: 'Verdict' });
