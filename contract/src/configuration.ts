// How devices at the grid are set: what they say of their parameters, and what they are told. Values come in the unit
// that stands beside them; what a device has not said itself is not there.
import { z } from 'zod';
import { commandRow, configurableRow, minutes, requestId, TOLD_AT_ONCE, wanted } from './commands.ts';
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
      'Tells devices new parameters, or asks them for those that they have; they follow one after the other.',
    grant: plantParameterButton,
    writes: true,
    input: body({
      sn: listOf(sn, TOLD_AT_ONCE),
      values: wanted,
      minutes,
      requestId,
    }),
    output: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          id: z.number().int().nullable().describe('Number of the command; null: none was made.'),
          waits: z.boolean().describe('Whether it waits for a second approval.'),
          msg: z.string().describe("Why none was made; else ''."),
        }),
      ),
    }),
  }),
  inverterGroupFilter: endpoint({
    path: 'v2/configuration/inverter/group/filter',
    summary: 'Devices that have parameters, what they say of them, and what may be set.',
    grant: pvPlantPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        sid: filterText,
        sn: filterText,
        country_code: filterText,
        model: filterText.describe('Name of a product, or `vendor.kind`.'),
        version: filterText.describe('Only those that run this version.'),
        company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: any.'),
        is_remote: filterFlag,
      }),
    }),
    output: pageOf(configurableRow),
  }),
  inverterSetupList: endpoint({
    path: 'v2/configuration/inverter/setupList',
    summary: 'What devices were told and what became of it, newest first.',
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
    summary: 'A second person lets a command go out that changes the protection of the grid.',
    grant: plantParameterButton,
    writes: true,
    input: body({ sid, commandId: whole(1, 9e15) }),
    output: nothing,
  }),
  inverterSetupWithdraw: endpoint({
    path: 'v2/configuration/inverter/setupWithdraw',
    summary: 'Takes a command back that no device was told yet.',
    grant: plantParameterButton,
    writes: true,
    input: body({ sid, commandId: whole(1, 9e15) }),
    output: nothing,
  }),
} satisfies Contract;
