// What is done to a device: its name and model, the black list, its end in a plant, its history.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import {
  deviceDeleteButton,
  deviceDeleteHistoryButton,
  deviceRestrictButton,
  plantUpdateButton,
  pvPlantPage,
} from './grants.ts';
import { body, neededText, sid, sn, text, textIfGiven, wholeOr } from './values.ts';

export const deviceActs = {
  edit: endpoint({
    path: 'v2/device/edit',
    summary: 'Changes the name and the model of a device of a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({
      sn,
      sid: sid.nullish(),
      alias: textIfGiven(60).describe('Absent: as it is.'),
      modelNumber: wholeOr(null, 0, 10_000).describe(
        'Of a model of the same maker; 0: what the device itself says. Absent: as it is.',
      ),
    }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  joinBlack: endpoint({
    path: 'v2/device/joinBlack',
    summary:
      'Puts a serial on the black list: no plant can enter it any longer. Where it stands it stays, and its frames are kept.',
    grant: deviceRestrictButton,
    writes: true,
    input: body({ sn, sid: sid.nullish(), reason: text(200) }),
    output: nothing,
  }),
  removeBlack: endpoint({
    path: 'v2/device/removeBlack',
    summary: 'Takes a serial off the black list.',
    grant: deviceRestrictButton,
    writes: true,
    input: body({ sn, sid: sid.nullish() }),
    output: nothing,
  }),
  delete: endpoint({
    path: 'v2/device/delete',
    summary:
      'Takes a device out of its plant for good, with all that it reported there; its serial can be entered anew. For those who decide over the plant.',
    grant: deviceDeleteButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({ sn, sid: sid.nullish() }),
    output: nothing,
  }),
  deleteHistory: endpoint({
    path: 'v2/device/deleteHistory',
    summary:
      'Deletes all that a device reported, also what is packed. The sums of its plant are recomputed afterwards; `recomputing` tells how far that is.',
    grant: deviceDeleteHistoryButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sn,
      sid: sid.nullish(),
      typed: neededText(70).describe('The serial number once more, as a person typed it.'),
    }),
    output: z.object({ sid: z.string(), days: z.number().int().describe('Days of the plant to recompute.') }),
  }),
  recomputing: endpoint({
    path: 'v2/device/recomputing',
    summary: 'How many days of a plant wait to be recomputed.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ days: z.number().int() }),
  }),
  changeTimezone: endpoint({
    path: 'v2/device/changeTimezone',
    summary: 'Changes the time zone of the plant of a device; all its days are recomputed.',
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sn,
      sid: sid.nullish(),
      timezone: neededText(60).describe('IANA name, such as Europe/Berlin.'),
    }),
    output: nothing,
  }),
} satisfies Contract;
