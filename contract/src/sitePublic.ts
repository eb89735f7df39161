// The public page of a plant for everyone with its address: values without owner or location.
import { z } from 'zod';
import { type Contract, endpoint, open } from './endpoint.ts';
import { recordedSince } from './figures.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { body, flag, listOf, neededText, sid, text } from './values.ts';

/** What a public page can show. */
export const publicBlocks = ['now', 'today', 'curve', 'benefit', 'verdict'] as const;
const block = z.enum(publicBlocks);

const settings = z.object({
  isOn: z.boolean(),
  token: z.string().describe("Last part of its address; '' while there is none."),
  title: z.string(),
  blocks: z.array(block),
});

const energy = z.number().describe('kWh.');

export const sitePublic = {
  publicPage: endpoint({
    path: 'v2/site/publicPage',
    summary: 'The public page of a plant, for callers with management access to it.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: settings,
  }),
  publicPageSet: endpoint({
    path: 'v2/site/publicPageSet',
    summary: 'Publishes, changes or removes the public page of a plant, or gives it a new address.',
    grant: plantUpdateButton,
    writes: true,
    input: body({
      sid,
      isOn: flag(true),
      title: text(80).describe('Headline; the plant name is not shown.'),
      blocks: listOf(block, publicBlocks.length),
      isRenewed: flag(false).describe('A new address; the old one stops working immediately.'),
    }),
    output: settings,
  }),
  publicView: endpoint({
    path: 'v2/site/publicView',
    summary: "Content of a plant's public page, at most a few seconds old.",
    grant: open,
    callsPerHour: 3000,
    input: body({ token: neededText(100) }),
    output: z.object({
      title: z.string(),
      timezone: z.string(),
      isAsleep: z.boolean().describe('It is night at the plant.'),
      isLive: z.boolean(),
      lastReportAt: z.number().int().nullable().describe('Milliseconds since 1970.'),
      now: z
        .object({
          powerW: z.number().nullable().describe('W; 0 at night, null without recent data.'),
          ratedW: z.number().describe('0: unknown.'),
        })
        .optional(),
      today: z
        .object({
          today: energy.nullable().describe('kWh; null: no data today.'),
          month: energy.nullable(),
          year: energy.nullable(),
          total: energy.nullable(),
          recordedSince,
        })
        .optional(),
      curve: z
        .object({
          powerW: z
            .array(z.number().int().nullable())
            .describe('One average per step from local midnight on; null is a gap.'),
          steps: z.number().int(),
          stepMinutes: z.number().int(),
        })
        .optional(),
      benefit: z
        .object({ co2Kg: z.number(), carKm: z.number(), trees: z.number(), recordedSince })
        .optional(),
      verdict: z
        .object({ level: z.enum(['good', 'none']), text: z.string() })
        .optional()
        .describe('Whether the plant is in operation. Faults are not shown on a public page.'),
    }),
  }),
} satisfies Contract;
