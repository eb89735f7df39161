// What devices are told and say of themselves, as calls of several rooms carry it.
import { scheduleLimits, scheduleModes } from '@helioport/domain/batterySchedule';
import { isFirmwareUrl, isFirmwareVersion, isHost } from '@helioport/domain/machineSettings';
import { commandStates, parameters } from '@helioport/domain/parameters';
import { z } from 'zod';
import { deviceKind, stateNow } from './now.ts';
import { flag, listOf, neededText, text, whole, wholeOr } from './values.ts';

/** Most devices that are told something by one call. */
export const TOLD_AT_ONCE = 200;
/** Minutes until a command is given up. */
const COMMAND_MINUTES = { usual: 60, least: 1, most: 1440 } as const;

export const minutes = wholeOr(COMMAND_MINUTES.usual, COMMAND_MINUTES.least, COMMAND_MINUTES.most).describe(
  'After so many minutes without an answer it is given up.',
);
export const requestId = text(60).describe(
  'The same one twice is one command; absent: each call is a new one.',
);

const parameterKey = z.enum(parameters.map(({ key }) => key));
const instant = z.number().int().describe('Milliseconds since 1970.');
const amount = z.number().nullable();

export const wanted = z
  .partialRecord(parameterKey, z.number())
  .nullish()
  .transform((raw) => raw ?? {})
  .describe('New values by parameter; none asks the devices what they have.');

export const commandRow = z
  .object({
    id: z.number().int(),
    sid: z.string(),
    siteName: z.string(),
    sn: z.string(),
    alias: z.string(),
    timezone: z.string(),
    state: z
      .enum(commandStates)
      .describe(
        'Confirmed only when the device has told these values after they were set; waiting: for a second person.',
      ),
    stateTitle: z.string(),
    values: z
      .array(z.object({ key: z.string(), unit: z.string(), wanted: z.number(), now: amount, told: amount }))
      .describe('`now`: as the device last reported it. None, and nothing else below: it only asked.'),
    schedule: z.string().describe("Version of the schedule that it brings; '' for none."),
    server: z.string().describe("Where the gateway shall send its data, `host:port`; '' for none."),
    firmware: z.string().describe("Version of the firmware that it brings; '' for none."),
    mayConfirm: z.boolean().describe('Whether it waits for a second approval, and the caller may give it.'),
    confirmRefusal: z
      .string()
      .describe("Why the caller may not approve what waits, and who may, in the caller's language; else ''."),
    mayWithdraw: z.boolean(),
    createdAt: instant,
    sentAt: instant.nullable(),
    endedAt: instant.nullable(),
    expiresAt: instant,
    userEmail: z.string().describe("Whose wish it was, as far as the caller may know him; else ''."),
    confirmedEmail: z.string().describe("The second person, likewise; else ''."),
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

export const configurableRow = z
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

const readAt = { readAt: instant.describe('When the machine said so, ms since 1970.') };

const clock = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
  .describe("HH:mm on the plant's clock; 24:00 is the end of the day.");
const percent = z.number().min(0).max(100);

const window = z
  .object({
    days: z.array(z.number().int().min(1).max(7)).max(7).describe('1 Monday to 7 Sunday.'),
    from: clock,
    to: clock,
    mode: z.enum(scheduleModes),
    power: z.number().nullable().describe('W, of charge and discharge; else null.'),
    target: percent.nullable().describe('Charge in percent at which it stops; null in self-use.'),
  })
  .meta({ id: 'ScheduleWindow' });

const scheduleFields = {
  windows: z.array(window).max(scheduleLimits.windows),
  reserve: percent.describe('Charge in percent that is never taken out.'),
  gridCharging: z.boolean().describe('Whether it may charge from the grid.'),
};

/** What a caller wishes; days, times and amounts that are missing are found by the rules of a schedule. */
export const scheduleWanted = z
  .object({
    windows: listOf(
      z.object({
        days: listOf(whole(1, 7), 7),
        from: z.union([clock, z.literal('')]).nullish(),
        to: z.union([clock, z.literal('')]).nullish(),
        mode: z.enum(scheduleModes),
        power: z.number().nullish(),
        target: percent.nullish(),
      }),
      scheduleLimits.windows,
    ),
    reserve: percent,
    gridCharging: flag(false),
  })
  .nullish();

const port = whole(1, 65_535);
export const serverWanted = z.object({ host: neededText(253).refine(isHost), port }).nullish();

export const firmwareWanted = {
  version: text(40).refine(isFirmwareVersion),
  url: neededText(500).refine(isFirmwareUrl).describe('Where the machine fetches it, http or https.'),
  sha256: neededText(64)
    .pipe(z.string().regex(/^[0-9a-fA-F]{64}$/))
    .transform((hex) => hex.toLowerCase())
    .describe('Of its bytes, hex.'),
};

/** What became of a wish to tell one machine something. */
export const told = z
  .object({
    id: z.number().int().nullable().describe('Number of the command; null: none was made.'),
    state: z.enum(commandStates).nullable(),
    stateTitle: z.string(),
    msg: z.string().describe("Why none was made, or why the machine would not; else ''."),
  })
  .meta({ id: 'Told' });

/** What a machine says of its settings and itself, and the newest of what it was told. */
export const machineSettings = configurableRow
  .extend({
    online: z
      .object({ isOnline: z.boolean(), ...readAt })
      .nullable()
      .describe('Whether it is connected, by its own word or its last will; null: it never said.'),
    firmware: z.object({ version: z.string(), ...readAt }).nullable(),
    update: z
      .object({ version: z.string(), state: z.string(), stateTitle: z.string(), percent, ...readAt })
      .nullable()
      .describe('Of a firmware under way, or that failed; else null.'),
    schedule: z
      .object({
        ...scheduleFields,
        version: z.string().describe('Of what it said, eight hex digits.'),
        ...readAt,
      })
      .nullable()
      .describe('What the battery follows; null: it never said.'),
    server: z.object({ host: z.string(), port: z.number().int(), ...readAt }).nullable(),
    commands: z.array(commandRow).describe('The newest first.'),
  })
  .meta({ id: 'MachineSettings' });
