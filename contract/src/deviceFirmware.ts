// What there is of firmware for one device: what is published for its model, and the campaigns that bring it.
import { rolloutStates } from '@helioport/domain/campaigns';
import { z } from 'zod';

const count = z.number().int();
const instant = count.describe('Milliseconds since 1970.');

export const deviceFirmware = {
  newest: z
    .object({
      version: z.string(),
      description: z.string(),
      bytes: count,
      sha256: z.string().describe('Of its bytes, hex.'),
      url: z.string().describe('Where a device fetches it.'),
      isNewer: z.boolean().describe('Than what the device says it runs; true as well when it never said.'),
    })
    .nullable()
    .describe('The newest firmware that is published for its model; null for none.'),
  upgrades: z
    .array(
      z.object({
        campaignId: count,
        versionName: z.string(),
        isForced: z.boolean(),
        state: z.enum(rolloutStates),
        stateTitle: z.string(),
        reason: z.string().describe("Why it failed, in the device's or the portal's words; else ''."),
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
        postponedUntil: instant.nullable(),
      }),
    )
    .describe('What it gets, got or missed by campaigns, the newest first, at most 20.'),
};
