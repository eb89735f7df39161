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
      sha256: z.string().describe('Of the file, hex.'),
      url: z.string().describe('Download address for the device.'),
      isNewer: z
        .boolean()
        .describe('Newer than the version reported by the device; also true if none was reported.'),
    })
    .nullable()
    .describe('The latest firmware published for its model; null for none.'),
  upgrades: z
    .array(
      z.object({
        campaignId: count,
        versionName: z.string(),
        isForced: z.boolean(),
        state: z.enum(rolloutStates),
        stateTitle: z.string(),
        reason: z.string().describe("Reason for the failure, from the device or the portal; else ''."),
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
        postponedUntil: instant.nullable(),
      }),
    )
    .describe('Campaign updates of the device: planned, done or missed, newest first, up to 20.'),
};
