// Changes to a device: name and model, blocklist, removal from a plant, history.
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
    summary: 'Changes the name and model of a device in a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({
      sn,
      sid: sid.nullish(),
      alias: textIfGiven(60).describe('Absent: unchanged.'),
      modelNumber: wholeOr(null, 0, 10_000).describe(
        'Model of the same manufacturer, which determines the type of an inverter; 0: as reported by the device. Absent: unchanged.',
      ),
    }),
    output: z.object({ sid: z.string(), sn: z.string() }),
  }),
  joinBlack: endpoint({
    path: 'v2/device/joinBlack',
    summary:
      'Adds a serial number to the blocklist: it can no longer be added to a plant. A device already in a plant stays there, and its frames are stored.',
    grant: deviceRestrictButton,
    writes: true,
    input: body({ sn, sid: sid.nullish(), reason: text(200) }),
    output: nothing,
  }),
  removeBlack: endpoint({
    path: 'v2/device/removeBlack',
    summary: 'Removes a serial number from the blocklist.',
    grant: deviceRestrictButton,
    writes: true,
    input: body({ sn, sid: sid.nullish() }),
    output: nothing,
  }),
  delete: endpoint({
    path: 'v2/device/delete',
    summary:
      'Removes a device from its plant permanently, with all its readings there; its serial number can be added again. Requires management access to the plant.',
    grant: deviceDeleteButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({ sn, sid: sid.nullish() }),
    output: nothing,
  }),
  deleteHistory: endpoint({
    path: 'v2/device/deleteHistory',
    summary:
      'Deletes all readings of a device, including compressed ones. The totals of its plant are then recalculated; `recomputing` returns the progress.',
    grant: deviceDeleteHistoryButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sn,
      sid: sid.nullish(),
      typed: neededText(70).describe('The serial number again, typed by the user as confirmation.'),
    }),
    output: z.object({
      sid: z.string(),
      days: z.number().int().describe('Days of the plant to recalculate.'),
    }),
  }),
  recomputing: endpoint({
    path: 'v2/device/recomputing',
    summary: 'Number of days of a plant waiting for recalculation.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ days: z.number().int() }),
  }),
  changeTimezone: endpoint({
    path: 'v2/device/changeTimezone',
    summary: "Changes the time zone of a device's plant; all its days are recalculated.",
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
