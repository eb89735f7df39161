// One device in the place of another: what the roof, the zones and the plant's sums know goes on.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { deviceKind } from './now.ts';
import { body, neededText, sid, sn, text, wholeOr } from './values.ts';

const instant = z.number().int().describe('Milliseconds since 1970.');

const retired = z
  .object({
    sn: z.string(),
    kind: deviceKind,
    model: z.string(),
    bySn: z.string().describe('The device that stands in its place since.'),
    at: instant,
    userName: z.string().describe("Who replaced it, by name or address; '' when he has left."),
    totalPower: z.number().nullable().describe('kWh that it made; null for what makes none.'),
    undoUntil: instant.nullable().describe('null: it can no longer be undone.'),
  })
  .meta({ id: 'RetiredDevice' });

export const deviceReplace = {
  replace: endpoint({
    path: 'v2/device/replace',
    summary:
      "Puts a device in the place of another: place, zone, settings and the plant's sums go on, the old one is retired and keeps its history. Can be undone for a day.",
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sid,
      sn,
      newSn: neededText(70),
      alias: text(60).describe('Absent: the name of the old one.'),
      modelNumber: wholeOr(null, 0, 10_000).describe('Absent: what the device itself says.'),
    }),
    output: z.object({
      sid: z.string(),
      sn: z.string().describe('The new one in its one written form; as it came where it is none.'),
      result: z
        .enum(['replaced', 'taken', 'restricted', 'notIssued', 'format', 'model'])
        .describe('Everything but `replaced` has changed nothing.'),
      isReplaced: z.boolean(),
      msg: z.string().describe('The result in words.'),
      undoUntil: instant.nullable(),
    }),
  }),
  replaceUndo: endpoint({
    path: 'v2/device/replaceUndo',
    summary: 'Takes a replacement back: the retired device stands in its place again, the other one goes.',
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({ sid, sn: sn.describe('The retired one.') }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  replacements: endpoint({
    path: 'v2/device/replacements',
    summary: 'The devices of a plant that were replaced, the newest first.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ list: z.array(retired) }),
  }),
} satisfies Contract;
