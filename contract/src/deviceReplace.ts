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
    bySn: z.string().describe('The device that replaced it.'),
    at: instant,
    userName: z.string().describe("Who replaced it, by name or address; '' if the account has been closed."),
    totalPower: z.number().nullable().describe('Energy produced in kWh; null if it does not produce.'),
    undoUntil: instant.nullable().describe('null: can no longer be undone.'),
  })
  .meta({ id: 'RetiredDevice' });

export const deviceReplace = {
  replace: endpoint({
    path: 'v2/device/replace',
    summary:
      "Replaces a device: position, zone, settings and the plant's totals continue; the old device is retired and keeps its history. Can be undone for one day.",
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sid,
      sn,
      newSn: neededText(70),
      alias: text(60).describe('Absent: name of the old device.'),
      modelNumber: wholeOr(null, 0, 10_000).describe('Absent: as reported by the device.'),
    }),
    output: z.object({
      sid: z.string(),
      sn: z.string().describe('Canonical form; unchanged if it is not a serial number.'),
      result: z
        .enum(['replaced', 'taken', 'restricted', 'notIssued', 'format', 'model'])
        .describe('Any value except `replaced` means that nothing was changed.'),
      isReplaced: z.boolean(),
      msg: z.string().describe('The result as text.'),
      undoUntil: instant.nullable(),
    }),
  }),
  replaceUndo: endpoint({
    path: 'v2/device/replaceUndo',
    summary:
      'Undoes a replacement: the retired device returns to its position, and the other one is removed.',
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({ sid, sn: sn.describe('The retired device.') }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  replacements: endpoint({
    path: 'v2/device/replacements',
    summary: 'The replaced devices of a plant, newest first.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ list: z.array(retired) }),
  }),
} satisfies Contract;
