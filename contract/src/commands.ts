// Commands to devices and their responses, shared by the calls of several modules.
import { scheduleLimits, scheduleModes } from '@helioport/domain/batterySchedule';
import { isFirmwareUrl, isFirmwareVersion, isHost } from '@helioport/domain/deviceSettings';
import { commandStates, parameters } from '@helioport/domain/parameters';
import { z } from 'zod';
import { deviceKind, stateNow } from './now.ts';
import { flag, listOf, neededText, text, whole, wholeOr } from './values.ts';

/** Maximum number of devices commanded by one call. */
export const DEVICES_PER_COMMAND = 200;
/** Minutes until a command is given up. */
const COMMAND_MINUTES = { usual: 60, least: 1, most: 1440 } as const;

export const minutes = wholeOr(COMMAND_MINUTES.usual, COMMAND_MINUTES.least, COMMAND_MINUTES.most).describe(
  'Minutes without a response after which the command times out.',
);
export const requestId = text(60).describe(
  'Idempotency key: the same key twice is one command; absent: each call is a new one.',
);

const parameterKey = z.enum(parameters.map(({ key }) => key));
const instant = z.number().int().describe('Milliseconds since 1970.');
const amount = z.number().nullable();

export const wanted = z
  .partialRecord(parameterKey, z.number())
  .nullish()
  .transform((raw) => raw ?? {})
  .describe('New values by parameter; none requests the current values from the devices.');

/** Maximum length of the reason for refusing a second approval. */
export const DECLINE_REASON_MAX = 300;
export const declineReason = neededText(DECLINE_REASON_MAX).describe('Shown to the requester.');

/** What users decided on a command. */
export const decisionFields = {
  confirmedEmail: z.string().describe("Who approved it, if the caller may know them; else ''."),
  withdrawnEmail: z
    .string()
    .describe("Who canceled it or refused the second approval, if the caller may know them; else ''."),
  withdrawnCompany: z
    .string()
    .describe(
      "Company of who canceled it or refused the second approval, if the caller may know it; else ''.",
    ),
  isWithdrawnByOther: z.boolean().describe('Canceled or refused by a user other than the requester.'),
  isDeclined: z.boolean().describe('The second approval was refused; the state is `withdrawn`.'),
  declineReason: z.string().describe("Reason given for refusing the second approval; else ''."),
};

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
        'Confirmed only once the device has reported these values after they were set; waiting: needs a second approval.',
      ),
    stateTitle: z.string(),
    values: z
      .array(z.object({ key: z.string(), unit: z.string(), wanted: z.number(), now: amount, told: amount }))
      .describe(
        '`now`: last value reported by the device. Empty, like everything below, if the call only requests values.',
      ),
    schedule: z.string().describe("Version of the schedule sent; '' for none."),
    server: z.string().describe("Data server for the gateway, `host:port`; '' for none."),
    firmware: z.string().describe("Version of the firmware sent; '' for none."),
    mayConfirm: z.boolean().describe('Whether it awaits a second approval that the caller can give.'),
    confirmRefusal: z
      .string()
      .describe("Why the caller cannot approve, and who can, in the caller's language; else ''."),
    mayWithdraw: z.boolean(),
    createdAt: instant,
    sentAt: instant.nullable(),
    endedAt: instant.nullable(),
    expiresAt: instant,
    userEmail: z.string().describe("Who requested it, if the caller may know them; else ''."),
    ...decisionFields,
    refusal: z.string().describe("Reason given by the device for rejecting it; else ''."),
  })
  .meta({ id: 'CommandRow' });

const parameterNow = z
  .object({
    key: z.string(),
    title: z.string(),
    unit: z.string(),
    decimals: z.number().int(),
    value: amount.describe('Last value reported by the device; null: never reported.'),
    readAt: instant.nullable(),
    min: amount.describe('From the grid code; null for a choice, and if no grid code is known.'),
    max: amount,
    choices: z
      .array(z.object({ value: z.number(), title: z.string() }))
      .describe('Empty unless the value is one of a few.'),
    needsSecond: z.boolean().describe('Whether a change of it needs a second approval.'),
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
    isRemote: z
      .boolean()
      .describe('Whether it has ever subscribed to commands; if not, it supports monitoring only.'),
    mayEdit: z.boolean().describe('Whether the caller may change its plant.'),
    gridCode: z
      .object({ key: z.string(), title: z.string(), source: z.string() })
      .nullable()
      .describe("Grid code of the plant's country; null: none is known, and no values can be set."),
    parameters: z.array(parameterNow),
    openCount: z.number().int().describe('Commands in progress.'),
  })
  .meta({ id: 'ConfigurableRow' });

const readAt = { readAt: instant.describe("Time of the device's report, ms since 1970.") };

const clock = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
  .describe('HH:mm in plant time; 24:00 is the end of the day.');
const percent = z.number().min(0).max(100);

const window = z
  .object({
    days: z.array(z.number().int().min(1).max(7)).max(7).describe('1 Monday to 7 Sunday.'),
    from: clock,
    to: clock,
    mode: z.enum(scheduleModes),
    power: z.number().nullable().describe('W, for charge and discharge; else null.'),
    target: percent
      .nullable()
      .describe('State of charge in percent at which it stops; null for self-consumption.'),
  })
  .meta({ id: 'ScheduleWindow' });

const scheduleFields = {
  windows: z.array(window).max(scheduleLimits.windows),
  reserve: percent.describe('State of charge in percent that is always reserved.'),
  gridCharging: z.boolean().describe('Whether it can charge from the grid.'),
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
  url: neededText(500).refine(isFirmwareUrl).describe('Download address, http or https.'),
  sha256: neededText(64)
    .pipe(z.string().regex(/^[0-9a-fA-F]{64}$/))
    .transform((hex) => hex.toLowerCase())
    .describe('Of the file, hex.'),
};

/** What became of a wish to tell one machine something. */
export const commandResult = z
  .object({
    id: z.number().int().nullable().describe('Number of the command; null: none was created.'),
    state: z.enum(commandStates).nullable(),
    stateTitle: z.string(),
    msg: z.string().describe("Why none was created, or why the device rejected it; else ''."),
  })
  .meta({ id: 'Told' });

/** Reported settings and versions of a device, and its latest commands. */
export const deviceSettings = configurableRow
  .extend({
    online: z
      .object({ isOnline: z.boolean(), ...readAt })
      .nullable()
      .describe('Whether it is connected, by its own status message or its last will; null: never reported.'),
    firmware: z.object({ version: z.string(), ...readAt }).nullable(),
    update: z
      .object({ version: z.string(), state: z.string(), stateTitle: z.string(), percent, ...readAt })
      .nullable()
      .describe('Of firmware in progress or failed; else null.'),
    schedule: z
      .object({
        ...scheduleFields,
        version: z.string().describe('Hash of the reported schedule, eight hex digits.'),
        ...readAt,
      })
      .nullable()
      .describe('The active schedule; null: never reported.'),
    server: z.object({ host: z.string(), port: z.number().int(), ...readAt }).nullable(),
    commands: z.array(commandRow).describe('Newest first.'),
  })
  .meta({ id: 'MachineSettings' });
