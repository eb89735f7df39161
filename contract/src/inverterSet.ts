// Parameter sets for groups of devices: stored by name, compared with reported values, sent, rolled back.
import { MOST_DEVICES_OF_RUN } from '@helioport/domain/parameterSets';
import { commandStates, gridCodes, parameters } from '@helioport/domain/parameters';
import { z } from 'zod';
import { decisionFields, declineReason, wanted } from './commands.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf } from './envelope.ts';
import { inverterSetPage, plantParameterButton } from './grants.ts';
import { body, filterText, listOf, neededText, part, sn, text, whole, wholeOr } from './values.ts';

const id = whole(1, 1e12);
const count = z.number().int();
const instant = z.number().int().describe('Milliseconds since 1970.');
const parameterKey = z.enum(parameters.map(({ key }) => key));
const gridCodeKey = z.enum(gridCodes.map(({ key }) => key));

const fields = {
  name: neededText(120),
  model: text(80).describe(
    "Name of a product, or `vendor.kind` for devices that are not products; '' for all devices with parameters.",
  ),
  gridCode: gridCodeKey.describe('Values stay within its ranges, and only devices under it receive them.'),
  values: wanted,
};

/** Devices that the caller may configure and that meet all conditions. */
const chosen = part({
  version: filterText.describe('Only those on this version.'),
  company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: all.'),
  sid: filterText.describe('Only this plant.'),
  sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('Only these; none: all.'),
});
/** Longer than a night, during which devices are on standby. */
const minutes = wholeOr(1440, 1, 1440).describe(
  'Minutes without a response after which the command times out.',
);

const parameterSet = z
  .object({
    id: count,
    name: z.string(),
    model: z.string(),
    modelTitle: z.string().describe("The same as text; '' for all."),
    gridCode: gridCodeKey,
    values: z.array(z.object({ key: parameterKey, unit: z.string(), value: z.number() })),
    isProtection: z.boolean().describe('Whether it changes when devices disconnect from the grid.'),
    companyName: z.string().describe("Company that owns it; '' for the operator."),
    runs: count.describe('Number of times it was sent.'),
    updatedAt: instant,
    mayChange: z.boolean(),
  })
  .meta({ id: 'ParameterSet' });

const change = z.object({
  key: parameterKey,
  unit: z.string(),
  now: z.number().nullable().describe('Last value reported by the device; null: never reported.'),
  wanted: z.number(),
});

const preview = z
  .object({
    list: z.array(
      z.object({
        sn: z.string(),
        alias: z.string(),
        modelName: z.string(),
        sid: z.string(),
        siteName: z.string(),
        changes: z.array(change),
        needsSecond: z.boolean().describe('Whether it needs a second approval.'),
        isTold: z.boolean(),
        msg: z.string().describe("Why it would not be sent; else ''."),
      }),
    ),
    total: count,
    told: count.describe('Number of devices that would be changed.'),
    unread: count.describe(
      'Of these, devices with a value that was never read and could not be rolled back.',
    ),
    waiting: count.describe('Of these, devices that need a second approval.'),
    same: count.describe('Devices that already have all values.'),
    leftOut: count.describe('Devices that would be skipped, each with its reason in the list.'),
  })
  .meta({ id: 'ParameterPreview' });

const run = z
  .object({
    id: count,
    name: z.string().describe('Of the parameter set, at that time.'),
    setId: count.nullable().describe('null: the parameter set was deleted.'),
    backOf: count.nullable().describe('Number of the run that it rolls back; null: none.'),
    userEmail: z.string().describe("Who requested it, if the caller may know them; else ''."),
    createdAt: instant,
    total: count,
    counts: z.object(
      Object.fromEntries(commandStates.map((state) => [state, count])) as Record<
        (typeof commandStates)[number],
        typeof count
      >,
    ),
    mayConfirm: z.boolean().describe('Whether commands await a second approval that the caller can give.'),
    confirmRefusal: z
      .string()
      .describe(
        "Why the caller cannot approve any pending command, and who can, in the caller's language; else ''.",
      ),
    mayWithdraw: z.boolean(),
  })
  .meta({ id: 'ParameterRun' });

const sentRun = z.object({
  runId: count,
  told: count,
  waiting: count.describe('Among them those that wait for a second approval.'),
});

export const inverterSet = {
  inverterSetList: endpoint({
    path: 'v2/configuration/inverter/set/list',
    summary: 'Parameter sets, by name.',
    grant: inverterSetPage,
    input: body({ page: pageInput, filters: part({ keywords: filterText, id: id.nullish() }) }),
    output: pageOf(parameterSet),
  }),
  inverterSetModels: endpoint({
    path: 'v2/configuration/inverter/set/models',
    summary: 'Device models that parameter sets can be for.',
    grant: inverterSetPage,
    input: noInput,
    output: z.object({ list: z.array(z.object({ model: z.string(), modelTitle: z.string() })) }),
  }),
  inverterSetCreate: endpoint({
    path: 'v2/configuration/inverter/set/create',
    summary: 'Creates a parameter set.',
    grant: plantParameterButton,
    writes: true,
    input: body(fields),
    output: z.object({ id: count }),
  }),
  inverterSetEdit: endpoint({
    path: 'v2/configuration/inverter/set/edit',
    summary: 'Changes a parameter set; values already sent are not affected.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, ...fields }),
    output: nothing,
  }),
  inverterSetDel: endpoint({
    path: 'v2/configuration/inverter/set/del',
    summary: 'Deletes a parameter set; values already sent are not affected.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  inverterSetPreview: endpoint({
    path: 'v2/configuration/inverter/set/preview',
    summary: 'What a parameter set would change on each device, and which devices would be skipped and why.',
    grant: plantParameterButton,
    input: body({ id, page: pageInput, filters: chosen }),
    output: preview,
  }),
  inverterSetRead: endpoint({
    path: 'v2/configuration/inverter/set/read',
    summary: 'Requests the values of the devices for which some values of a parameter set are unknown.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, filters: chosen }),
    output: z.object({ asked: count }),
  }),
  inverterSetApply: endpoint({
    path: 'v2/configuration/inverter/set/apply',
    summary: 'Sends devices the values of a parameter set that they do not have yet.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, filters: chosen, minutes }),
    output: sentRun,
  }),
  inverterRunList: endpoint({
    path: 'v2/configuration/inverter/run/list',
    summary: 'Sent parameter sets, newest first, with their progress.',
    grant: inverterSetPage,
    input: body({ page: pageInput, filters: part({ keywords: filterText, id: id.nullish() }) }),
    output: pageOf(run),
  }),
  inverterRunDevices: endpoint({
    path: 'v2/configuration/inverter/run/devices',
    summary: 'Result by device.',
    grant: inverterSetPage,
    input: body({ id, page: pageInput, filters: part({ keywords: filterText, state: filterText }) }),
    output: pageOf(
      z.object({
        sn: z.string(),
        alias: z.string(),
        sid: z.string(),
        siteName: z.string(),
        state: z.enum(commandStates),
        stateTitle: z.string(),
        changes: z.array(change.extend({ told: z.number().nullable().describe('As reported afterwards.') })),
        refusal: z.string().describe("Reason given by the device for rejecting it; else ''."),
        ...decisionFields,
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
      }),
    ),
  }),
  inverterRunConfirm: endpoint({
    path: 'v2/configuration/inverter/run/confirm',
    summary: 'Gives the second approval for all commands of a run that change grid protection.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: z.object({ confirmed: count }),
  }),
  inverterRunDecline: endpoint({
    path: 'v2/configuration/inverter/run/decline',
    summary: 'Refuses the second approval of all pending commands of a run; its requester reads the reason.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, reason: declineReason }),
    output: z.object({ declined: count }),
  }),
  inverterRunWithdraw: endpoint({
    path: 'v2/configuration/inverter/run/withdraw',
    summary: 'Cancels all commands that have not been sent yet.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: z.object({ withdrawn: count }),
  }),
  inverterRunBackPreview: endpoint({
    path: 'v2/configuration/inverter/run/back/preview',
    summary: 'Values that would be sent to restore what was read before.',
    grant: plantParameterButton,
    input: body({ id, page: pageInput, sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('None: all.') }),
    output: preview,
  }),
  inverterRunBack: endpoint({
    path: 'v2/configuration/inverter/run/back',
    summary: 'Sends the values that were read before.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('None: all.'), minutes }),
    output: sentRun,
  }),
} satisfies Contract;
