// Sets of parameters for groups of devices: kept under a name, compared with what devices say, sent to many, taken back.
import { MOST_DEVICES_OF_RUN } from '@helioport/domain/parameterSets';
import { commandStates, gridCodes, parameters } from '@helioport/domain/parameters';
import { z } from 'zod';
import { wanted } from './commands.ts';
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
    "Name of a product, or `vendor.kind` for devices that are none; '' for all that have parameters.",
  ),
  gridCode: gridCodeKey.describe('The values keep to its ranges, and only devices under it are told.'),
  values: wanted,
};

/** Of the devices that the caller may set, all conditions at once. */
const chosen = part({
  version: filterText.describe('Only those that run this version.'),
  company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: any.'),
  sid: filterText.describe('Only this plant.'),
  sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('Only these; none: any.'),
});
/** After a night in which devices sleep, too. */
const minutes = wholeOr(1440, 1, 1440).describe('After so many minutes without an answer it is given up.');

const parameterSet = z
  .object({
    id: count,
    name: z.string(),
    model: z.string(),
    modelTitle: z.string().describe("The same in words; '' for all."),
    gridCode: gridCodeKey,
    values: z.array(z.object({ key: parameterKey, unit: z.string(), value: z.number() })),
    isProtection: z.boolean().describe('Whether it changes when devices leave the grid.'),
    companyName: z.string().describe("Whose it is; '' for the operator's."),
    runs: count.describe('How often it was sent.'),
    updatedAt: instant,
    mayChange: z.boolean(),
  })
  .meta({ id: 'ParameterSet' });

const change = z.object({
  key: parameterKey,
  unit: z.string(),
  now: z.number().nullable().describe('As the device said it last; null: it never did.'),
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
        needsSecond: z.boolean().describe('Whether a second person has to confirm it.'),
        isTold: z.boolean(),
        msg: z.string().describe("Why it would not be told; else ''."),
      }),
    ),
    total: count,
    told: count.describe('Devices that would be told.'),
    unread: count.describe('Among them those of which a value was never read, and could not be taken back.'),
    waiting: count.describe('Among them those for which a second person has to confirm.'),
    same: count.describe('Devices that have all of it already.'),
    leftOut: count.describe('Devices that would not be told, each with its reason in the list.'),
  })
  .meta({ id: 'ParameterPreview' });

const run = z
  .object({
    id: count,
    name: z.string().describe('Of the set, as it was then.'),
    setId: count.nullable().describe('null: the set was deleted.'),
    backOf: count.nullable().describe('Number of the run that it takes back; null: it is none of these.'),
    userEmail: z.string().describe("Whose wish it was, as far as the caller may know him; else ''."),
    createdAt: instant,
    total: count,
    counts: z.object(
      Object.fromEntries(commandStates.map((state) => [state, count])) as Record<
        (typeof commandStates)[number],
        typeof count
      >,
    ),
    mayConfirm: z
      .boolean()
      .describe('Whether something waits for a second approval, and the caller may give it.'),
    confirmRefusal: z
      .string()
      .describe(
        "Why the caller may approve nothing of what waits, and who may, in the caller's language; else ''.",
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
    summary: 'Sets of parameters, by name.',
    grant: inverterSetPage,
    input: body({ page: pageInput, filters: part({ keywords: filterText, id: id.nullish() }) }),
    output: pageOf(parameterSet),
  }),
  inverterSetModels: endpoint({
    path: 'v2/configuration/inverter/set/models',
    summary: 'What a set can be for: products and kinds of devices that have parameters.',
    grant: inverterSetPage,
    input: noInput,
    output: z.object({ list: z.array(z.object({ model: z.string(), modelTitle: z.string() })) }),
  }),
  inverterSetCreate: endpoint({
    path: 'v2/configuration/inverter/set/create',
    summary: 'Keeps a set of parameters.',
    grant: plantParameterButton,
    writes: true,
    input: body(fields),
    output: z.object({ id: count }),
  }),
  inverterSetEdit: endpoint({
    path: 'v2/configuration/inverter/set/edit',
    summary: 'Changes a set; what was sent of it stays as it was.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, ...fields }),
    output: nothing,
  }),
  inverterSetDel: endpoint({
    path: 'v2/configuration/inverter/set/del',
    summary: 'Deletes a set; what was sent of it stays.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  inverterSetPreview: endpoint({
    path: 'v2/configuration/inverter/set/preview',
    summary: 'What a set would change at each device, and who would not be told and why.',
    grant: plantParameterButton,
    input: body({ id, page: pageInput, filters: chosen }),
    output: preview,
  }),
  inverterSetRead: endpoint({
    path: 'v2/configuration/inverter/set/read',
    summary: 'Asks those devices for their values of which a set does not know them all.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, filters: chosen }),
    output: z.object({ asked: count }),
  }),
  inverterSetApply: endpoint({
    path: 'v2/configuration/inverter/set/apply',
    summary: 'Tells devices what they lack of a set.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, filters: chosen, minutes }),
    output: sentRun,
  }),
  inverterRunList: endpoint({
    path: 'v2/configuration/inverter/run/list',
    summary: 'Sets that were sent, the newest first, and how far they are.',
    grant: inverterSetPage,
    input: body({ page: pageInput, filters: part({ keywords: filterText, id: id.nullish() }) }),
    output: pageOf(run),
  }),
  inverterRunDevices: endpoint({
    path: 'v2/configuration/inverter/run/devices',
    summary: 'What became of it, device by device.',
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
        changes: z.array(change.extend({ told: z.number().nullable().describe('As it said afterwards.') })),
        refusal: z.string().describe("Why the device would not, in its own words; else ''."),
        confirmedEmail: z.string(),
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
      }),
    ),
  }),
  inverterRunConfirm: endpoint({
    path: 'v2/configuration/inverter/run/confirm',
    summary: 'A second person lets all of it go out that changes the protection of the grid.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: z.object({ confirmed: count }),
  }),
  inverterRunWithdraw: endpoint({
    path: 'v2/configuration/inverter/run/withdraw',
    summary: 'Takes back what no device was told yet.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id }),
    output: z.object({ withdrawn: count }),
  }),
  inverterRunBackPreview: endpoint({
    path: 'v2/configuration/inverter/run/back/preview',
    summary: 'What devices would be told so that they have again what was read back before.',
    grant: plantParameterButton,
    input: body({ id, page: pageInput, sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('None: all.') }),
    output: preview,
  }),
  inverterRunBack: endpoint({
    path: 'v2/configuration/inverter/run/back',
    summary: 'Tells devices what was read back before.',
    grant: plantParameterButton,
    writes: true,
    input: body({ id, sn: listOf(sn, MOST_DEVICES_OF_RUN).describe('None: all.'), minutes }),
    output: sentRun,
  }),
} satisfies Contract;
