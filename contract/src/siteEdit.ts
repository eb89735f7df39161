// Creating and changing a plant: input of the wizard and the settings, and the result for each serial number.
import { currencies } from '@helioport/domain/currencies';
import { isDay } from '@helioport/domain/periods';
import { overlapOf } from '@helioport/domain/prices';
import { z } from 'zod';
import { country, email, state } from './account.ts';
import { degrees } from './common.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf } from './envelope.ts';
import { plantCreateButton, plantUpdateButton, pvPlantPage } from './grants.ts';
import { upload } from './upload.ts';
import { body, day, flag, listOf, neededText, sid, sn, text, textIfGiven, whole, wholeOr } from './values.ts';

/** Maximum devices added, and serial numbers checked, by one call. */
export const DEVICES_MAX = 500;
/** Maximum number of arrays. */
const ARRAYS_MAX = 50;
/** Most prices that follow one another, and most bands of one of them. */
export const PRICES_MAX = 50;
export const BANDS_MAX = 24;

const decimalText = z
  .string()
  .trim()
  .regex(/^-?\d{1,12}(\.\d{1,12})?$/, 'Expected a number')
  .transform(Number);

/** A number, also as text. */
const amount = (min: number, max: number) => {
  const bounded = z.number().min(min).max(max);
  return z.union([bounded, decimalText.pipe(bounded)]);
};

const amountOr = (fallback: number, min: number, max: number) =>
  amount(min, max)
    .nullish()
    .transform((raw) => raw ?? fallback);

/** A number to be changed: absent and null leave it as it is, '' empties it, which gives null. */
const clearable = <S extends z.ZodType<number, number | string>>(schema: S) =>
  z.preprocess(
    (raw: number | string | null | undefined): unknown => raw ?? undefined,
    z.union([z.literal('').transform(() => null), schema]).optional(),
  );

const time = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Expected a quarter of an hour, HH:MM');

const bandEntry = z.object({
  days: z.array(whole(1, 7)).min(1).max(7).describe('Days of the week, 1 Monday to 7 Sunday.'),
  from: time,
  to: time.describe('Not later than `from`: until midnight and from midnight on, on each of its days.'),
  price: amount(0, 1e6),
});

const priceEntry = z.object({
  from: z
    .string()
    .refine((day) => day === '' || isDay(day), 'Expected a day YYYY-MM-DD')
    .describe("First local day of the tariff; '' for the initial one, which must be first."),
  price: amount(0, 1e6).describe('Per kWh, at all times outside the time windows.'),
  exportPrice: amount(0, 1e6)
    .nullish()
    .transform((raw) => raw ?? null)
    .describe('Feed-in price per kWh; null: exported energy is valued like consumed energy.'),
  bands: z
    .array(bandEntry)
    .max(BANDS_MAX)
    .nullish()
    .transform((raw) => raw ?? [])
    .refine((bands) => overlapOf(bands) === null, 'Two bands speak of the same time'),
});

/** Tariffs of a plant in the order of their days. */
export const sitePrices = z
  .array(priceEntry)
  .min(1)
  .max(PRICES_MAX)
  .transform((entries) => entries.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
  .refine((entries) => entries[0]?.from === '', 'The first holds ever since')
  .refine(
    (entries) => new Set(entries.map(({ from }) => from)).size === entries.length,
    'Two begin on the same day',
  );

const watts = clearable(amount(0.001, 1e9));

/** What is typed, told when a plant is made and when it is changed; what is not given stays as it is. */
const settings = {
  stateCode: state.nullish().describe('A state of the country.'),
  city: textIfGiven(80),
  street: textIfGiven(120),
  zipCode: textIfGiven(20),
  latitude: clearable(degrees(90)).describe("Together with longitude; '' for both: unknown."),
  longitude: clearable(degrees(180)),
  temperatureUnit: z.enum(['Celsius', 'Fahrenheit']).nullish(),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(z.enum(currencies as [string, ...string[]]))
    .nullish()
    .describe('ISO 4217.'),
  electricityPrice: amount(0, 1e6)
    .nullish()
    .describe('Per kWh, from today on if the plant has a history with another price.'),
  prices: sitePrices
    .nullish()
    .transform((raw) => raw ?? undefined)
    .describe('All tariffs of the plant, instead of `electricityPrice`.'),
  pvRemark: textIfGiven(120).describe('Brand of the modules.'),
  model: textIfGiven(120).describe('Model of the modules.'),
  batteryRemark: textIfGiven(120).describe('Brand of the battery.'),
  batteryModel: textIfGiven(120),
  systemSize: watts.describe('Rated power of all modules, W.'),
  maxPower: watts.describe('Maximum output of the plant, W.'),
  controlLimit: clearable(amount(0, 1e9)).describe('Feed-in limit, W.'),
  meterType: textIfGiven(120),
  remark: textIfGiven(2000),
  userEmail: z
    .union([email, z.literal('')])
    .nullish()
    .describe("The owner; '' for none."),
  installerEmail: z
    .union([email, z.literal('')])
    .nullish()
    .describe("The installer who manages the plant with their company; '' for none."),
};

const arrayEntry = z.object({
  id: wholeOr(null, 1, 10_000).describe('Absent: a new one.'),
  name: text(60),
  tilt: amount(0, 180).describe('Degrees: 0 = flat, 90 = vertical.'),
  azimuth: amount(0, 360).describe('Degrees clockwise from north: 90 = east, 180 = south.'),
  powerRating: amountOr(0, 0, 1e9).describe('Rated power of its modules, W; 0: not entered.'),
});

const shareEntry = z.object({
  email,
  mayEdit: flag(false),
  until: day.describe("Last day in the plant's calendar; absent: no end."),
});
const ifGiven = <S extends z.ZodType>(item: S, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((raw) => raw ?? undefined);

/** Most people with whom a plant is shared. */
export const SHARES_MAX = 100;

const more = {
  planes: ifGiven(arrayEntry, ARRAYS_MAX).describe('All arrays of the plant; for changes see `knownPlanes`.'),
  shareWith: ifGiven(shareEntry, SHARES_MAX).describe(
    'All users it is shared with, and who may change it; for changes see `knownShares`. Users without an account are invited; the answer does not reveal who has one.',
  ),
  devices: listOf(
    z.object({
      sn: neededText(70),
      alias: text(60),
      modelNumber: wholeOr(null, 0, 10_000).describe('Absent: as reported by the device.'),
    }),
    DEVICES_MAX,
  ).describe('Devices to add; each gets a result of its own.'),
};

/** What a change adds: between reading and saving others may have changed the same lists. */
const known = {
  knownPlanes: ifGiven(whole(1, 10_000), 1000).describe(
    'Numbers of the arrays that the caller knew: only missing ones of these are removed. Absent: all others are.',
  ),
  knownShares: ifGiven(email, SHARES_MAX).describe(
    'Addresses that the caller knew: only missing ones of these are removed. Absent: all others are.',
  ),
};

export const serialResult = z.enum([
  'valid',
  'unknown',
  'taken',
  'restricted',
  'notIssued',
  'format',
  'model',
  'twice',
  'blank',
]);

/** A serial number checked before it is added. */
export const serialRow = z
  .object({
    row: z.number().int().describe('Position in the list or spreadsheet, from 1.'),
    sn: z.string().describe('Canonical form; unchanged if it is not a serial number.'),
    alias: z.string(),
    valid: z.boolean(),
    result: serialResult.describe(
      'valid: has reported; unknown: not known to the caller, but can be added; taken: belongs to a plant; model: the selected model is of another manufacturer; restricted, notIssued: the serial number list does not allow it in a plant; twice: appears earlier; blank: the row has none.',
    ),
    msg: z.string().describe('The result as text.'),
  })
  .meta({ id: 'SerialRow' });

/** Result of adding a serial number. Rejected ones are not in the plant and have a reason. */
export const enteredRow = z
  .object({
    sn: z.string(),
    result: z.enum(['entered', 'already', 'taken', 'restricted', 'notIssued', 'format', 'twice', 'model']),
    isEntered: z.boolean(),
    msg: z.string().describe('The result as text.'),
  })
  .meta({ id: 'EnteredRow' });

const saved = z.object({
  sid: z.string(),
  devices: z.array(enteredRow),
  offeredTo: z
    .string()
    .optional()
    .describe(
      'Extension: the user the plant is assigned to, who has not confirmed yet; it has no owner until then.',
    ),
});

const changeRow = z
  .object({
    id: z.number().int(),
    at: z.number().int().describe('Milliseconds since 1970.'),
    action: z.string().describe('Subject and verb, such as device.claim.'),
    actionTitle: z.string().describe('As text.'),
    subject: z.string(),
    userName: z.string().describe("Who did it, by name or address; '' for the system."),
    groupName: z.string().describe("Their role in the caller's language."),
    detail: z.record(z.string(), z.unknown()).describe('What changed, by field.'),
  })
  .meta({ id: 'SiteChange' });

export const siteEdit = {
  createFast: endpoint({
    path: 'v2/site/createFast',
    summary: 'Creates a plant with all its settings and adds its devices.',
    grant: plantCreateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      siteName: neededText(120),
      countryCode: country,
      timezone: textIfGiven(60).describe('IANA name; absent: that of the location.'),
      ...settings,
      ...more,
    }),
    output: saved,
  }),
  updateFast: endpoint({
    path: 'v2/site/updateFast',
    summary: 'Changes a plant and adds further devices; absent fields are kept.',
    grant: plantUpdateButton,
    writes: true,
    timeoutMs: 60_000,
    input: body({
      sid,
      siteName: neededText(120).nullish(),
      countryCode: country.nullish().describe('Clears the state unless one is given.'),
      timezone: textIfGiven(60).describe('IANA name. A different one recalculates all days.'),
      ...settings,
      ...more,
      ...known,
    }),
    output: saved,
  }),
  picture: endpoint({
    path: 'v2/site/picture',
    summary: 'Sets the image of a plant: a PNG, JPEG or WebP file.',
    grant: plantUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ sid, file: upload.optional().describe('Required.') }),
    output: z.object({ logo: z.string() }),
  }),
  pictureDelete: endpoint({
    path: 'v2/site/pictureDelete',
    summary: 'Removes the image of a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid }),
    output: nothing,
  }),
  changes: endpoint({
    path: 'v2/site/changes',
    summary: 'Changes to a plant, newest first; for callers who may change it.',
    grant: pvPlantPage,
    input: body({ sid, sn: sn.nullish().describe('Only changes to this device.'), page: pageInput }),
    output: pageOf(changeRow),
  }),
  checkSerials: endpoint({
    path: 'v2/site/checkSerials',
    summary: 'Checks serial numbers before they are added: which can be, and why the others cannot.',
    grant: pvPlantPage,
    input: body({
      serials: listOf(text(70), DEVICES_MAX),
      modelNumbers: listOf(wholeOr(null, 0, 2_147_483_647), DEVICES_MAX).describe(
        'The model selected for each serial number, in their order; 0: none.',
      ),
    }),
    output: z.object({ list: z.array(serialRow) }),
  }),
} satisfies Contract;
