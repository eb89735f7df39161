// How devices at the grid are set: what they say of their parameters, and what they are told. Values come in the unit
// that stands beside them; what a device has not said itself is not there.
import { commandStates, parameters } from '@helioport/domain/parameters';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf } from './envelope.ts';
import { plantParameterButton, pvPlantPage } from './grants.ts';
import { deviceKind, stateNow } from './now.ts';
import { body, filterFlag, filterText, listOf, part, sn, text, wholeOr } from './values.ts';

/** Most devices that are told something by one call. */
export const TOLD_AT_ONCE = 200;
/** Minutes until a command is given up. */
export const COMMAND_MINUTES = { usual: 60, least: 1, most: 1440 } as const;

const parameterKey = z.enum(parameters.map(({ key }) => key));
const instant = z.number().int().describe('Milliseconds since 1970.');
const amount = z.number().nullable();

const wanted = z
  .partialRecord(parameterKey, z.number())
  .nullish()
  .transform((raw) => raw ?? {})
  .describe('New values by parameter; none asks the devices what they have.');

const commandRow = z
  .object({
    id: z.number().int(),
    sid: z.string(),
    siteName: z.string(),
    sn: z.string(),
    alias: z.string(),
    timezone: z.string(),
    state: z
      .enum(commandStates)
      .describe('Confirmed only when the device has told these values after they were set.'),
    stateTitle: z.string(),
    values: z
      .array(z.object({ key: z.string(), unit: z.string(), wanted: z.number(), told: amount }))
      .describe('None: it only asked.'),
    createdAt: instant,
    sentAt: instant.nullable(),
    endedAt: instant.nullable(),
    expiresAt: instant,
    userEmail: z.string().describe("Whose wish it was, as far as the caller may know him; else ''."),
    refusal: z.string().describe("Why the device would not, in its own words; else ''."),
  })
  .meta({ id: 'CommandRow' });

const parameterNow = z
  .object({
    key: z.string(),
    title: z.string(),
    unit: z.string(),
    decimals: z.number().int(),
    value: amount.describe('As the device said it last; null: it never did.'),
    readAt: instant.nullable(),
    min: amount.describe('Of the grid code; null for a choice, and where no code is known.'),
    max: amount,
    choices: z
      .array(z.object({ value: z.number(), title: z.string() }))
      .describe('Empty unless one of a few.'),
  })
  .meta({ id: 'ParameterNow' });

const configurableRow = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    sn: z.string(),
    alias: z.string(),
    kind: deviceKind,
    model: z.number().int(),
    modelName: z.string(),
    timezone: z.string(),
    ...stateNow,
    isRemote: z.boolean().describe('Whether it has ever listened for commands; else it only reports.'),
    mayEdit: z.boolean().describe('Whether the caller may change its plant.'),
    gridCode: z
      .object({ key: z.string(), title: z.string(), source: z.string() })
      .nullable()
      .describe(
        "Which code holds in the plant's country; null: none that is known here, and nothing can be set.",
      ),
    parameters: z.array(parameterNow),
    openCount: z.number().int().describe('Commands that are still under way.'),
  })
  .meta({ id: 'ConfigurableRow' });

export const configuration = {
  inverterSetupValue: endpoint({
    path: 'v2/configuration/inverter/setupValue',
    summary:
      'Tells devices new parameters, or asks them for those that they have; they follow one after the other.',
    grant: plantParameterButton,
    writes: true,
    input: body({
      sn: listOf(sn, TOLD_AT_ONCE),
      values: wanted,
      minutes: wholeOr(COMMAND_MINUTES.usual, COMMAND_MINUTES.least, COMMAND_MINUTES.most).describe(
        'After so many minutes without an answer it is given up.',
      ),
      requestId: text(60).describe('The same one twice is one command; absent: each call is a new one.'),
    }),
    output: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          id: z.number().int().nullable().describe('Number of the command; null: none was made.'),
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
} satisfies Contract;
