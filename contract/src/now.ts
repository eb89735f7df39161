// Current state for the portal's screens: state, time of the latest reading, and condition.

import { severities } from '@helioport/domain/condition';
import { conditionLevels, conditionSummaryKeys, issueKeys } from '@helioport/domain/conditionSummary';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { stateKeys } from '@helioport/domain/state';
import { z } from 'zod';

const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .describe("Day in the plant's calendar, YYYY-MM-DD.");

export const stateKey = z
  .enum(stateKeys)
  .describe('Extension: displayed state, as decided by domain/src/condition.ts.');

export const severity = z
  .enum(severities)
  .describe('Extension: severity of the worst open cause; `info` is not an alarm, `none`: nothing is open.');

/** State, severity and age, in addition to the number for older clients. */
export const stateNow = {
  state: stateKey,
  severity,
  cause: z
    .string()
    .nullable()
    .describe(
      'Extension: kind of the deciding event, such as `4000` or `makesNothing`; null: only the state.',
    ),
  causeSince: localDay.describe(
    "Extension: day in the plant's calendar since which the cause has been active.",
  ),
  reporting: z
    .enum(stateKeys)
    .describe('Extension: state from the latest reading alone. Only `live` and `alert` are current.'),
  lastReportAt: z
    .number()
    .int()
    .nullable()
    .describe(
      'Extension: time of the latest reading in ms since 1970; for a plant that of its producers, if they have reported.',
    ),
};

export const deviceKind = z.enum(deviceKinds.map(({ key }) => key)).describe('Extension.');

export const deviceIssue = z
  .object({ key: z.enum(issueKeys), sinceDay: localDay })
  .nullable()
  .describe('Extension: problem detected in the device, independent of its state.');

export const conditionSummary = z
  .object({
    level: z.enum(conditionLevels),
    key: z.enum(conditionSummaryKeys),
    count: z.number().int().nonnegative().describe('Number of affected devices or modules; 0: the plant.'),
    behind: z.number().int().nonnegative().describe('Devices connected through the affected gateways.'),
    sinceDay: localDay,
    sns: z.array(z.string()).max(3),
    code: z.string().nullable().describe('For `faults`: the code, four hex digits.'),
    text: z.string().describe("The same as one sentence in the caller's language."),
  })
  .meta({ id: 'Verdict' });
