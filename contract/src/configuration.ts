// Parameters of grid-connected devices: reported values and commands. Values have the unit given with them; values that
// a device has not reported are absent.
import { z } from 'zod';
import {
  commandRow,
  configurableRow,
  DEVICES_PER_COMMAND,
  declineReason,
  minutes,
  requestId,
  wanted,
} from './commands.ts';
import { documentation } from './documentation.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf } from './envelope.ts';
import { plantParameterButton, pvPlantPage } from './grants.ts';
import { inverterSet } from './inverterSet.ts';
import { ota } from './ota.ts';
import { body, filterFlag, filterText, listOf, part, sid, sn, whole, wholeOr } from './values.ts';

export const configuration = {
  ...documentation,
  ...ota,
  ...inverterSet,
  inverterSetupValue: endpoint({
    path: 'v2/configuration/inverter/setupValue',
    summary:
      'Sends new parameters to devices, or requests their current values; commands to a device are queued.',
    grant: plantParameterButton,
    writes: true,
    input: body({
      sn: listOf(sn, DEVICES_PER_COMMAND),
      values: wanted,
      minutes,
      requestId,
    }),
    output: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          id: z.number().int().nullable().describe('Number of the command; null: none was created.'),
          waits: z.boolean().describe('Whether it waits for a second approval.'),
          msg: z.string().describe("Why none was created; else ''."),
        }),
      ),
    }),
  }),
  inverterGroupFilter: endpoint({
    path: 'v2/configuration/inverter/group/filter',
    summary: 'Devices with parameters, their reported values, and what can be set.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        sid: filterText,
        sn: filterText,
        country_code: filterText,
        model: filterText.describe('Name of a product, or `vendor.kind`.'),
        version: filterText.describe('Only those on this version.'),
        company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: all.'),
        is_remote: filterFlag,
      }),
    }),
    output: pageOf(configurableRow),
  }),
  inverterSetupList: endpoint({
    path: 'v2/configuration/inverter/setupList',
    summary: 'Commands sent to devices and their state, newest first.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText, sid: filterText, sn: filterText, state: filterText }),
    }),
    output: pageOf(commandRow),
  }),
  inverterApprovals: endpoint({
    path: 'v2/configuration/inverter/approvals',
    summary: 'Ours: how many commands wait for a second approval that the caller may give.',
    grant: plantParameterButton,
    input: noInput,
    output: z.object({ waiting: z.number().int().nonnegative() }),
  }),
  inverterSetupConfirm: endpoint({
    path: 'v2/configuration/inverter/setupConfirm',
    summary: 'Gives the second approval for a command that changes grid protection.',
    grant: plantParameterButton,
    writes: true,
    input: body({ sid, commandId: whole(1, 9e15) }),
    output: nothing,
  }),
  inverterSetupDecline: endpoint({
    path: 'v2/configuration/inverter/setupDecline',
    summary: 'Refuses the second approval for a command; its requester reads the reason.',
    grant: plantParameterButton,
    writes: true,
    input: body({ sid, commandId: whole(1, 9e15), reason: declineReason }),
    output: nothing,
  }),
  inverterSetupWithdraw: endpoint({
    path: 'v2/configuration/inverter/setupWithdraw',
    summary: 'Cancels a command that has not been sent yet.',
    grant: plantParameterButton,
    writes: true,
    input: body({ sid, commandId: whole(1, 9e15) }),
    output: nothing,
  }),
} satisfies Contract;
