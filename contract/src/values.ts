// What callers may send: tolerant readers for values that arrive as JSON or as the texts of a form. Each gives one
// normal form, so that handlers never look at the variety.
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { languages } from '@helioport/domain/languages';
import { z } from 'zod';

/** PostgreSQL rejects the zero character in text. */
const clean = (raw: string) => raw.replaceAll('\0', '').trim();

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The body of a call. No body, null and `{}` are the same; unknown fields are dropped. A field that arrives as text
 * (form-encoded bodies know nothing else) is read as JSON where the field itself takes no such text; an empty text
 * that the field does not take counts as absent.
 */
export function body<S extends z.core.$ZodLooseShape>(shape: S) {
  const object = z.object(shape);
  return z.preprocess((raw: z.input<typeof object> | null | undefined): unknown => {
    if (raw === null || raw === undefined) return {};
    if (typeof raw !== 'object' || Array.isArray(raw)) return raw;
    const fields: Record<string, unknown> = { ...raw };
    for (const [name, schema] of Object.entries(shape)) {
      const value = fields[name];
      if (typeof value !== 'string' || z.safeParse(schema, value).success) continue;
      const read = readJson(value);
      if (value.trim() === '') delete fields[name];
      else if (typeof read === 'object') fields[name] = read;
    }
    return fields;
  }, object);
}

/** A group of fields that all have defaults, such as `filters`; absent and null give the defaults. */
export function part<S extends z.core.$ZodLooseShape>(shape: S) {
  const object = z.object(shape);
  return object.nullish().transform((raw) => raw ?? object.parse({}));
}

/** A text that must be there; spaces around it do not count. */
export const neededText = (max = 200) => z.string().transform(clean).pipe(z.string().min(1).max(max));

/** A text that may be absent, which gives ''. */
export const text = (max = 200) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((raw) => clean(String(raw ?? '')))
    .pipe(z.string().max(max));

/** A text to be changed: absent and null give undefined, which leaves it as it is; '' empties it. */
export const textIfGiven = (max = 200) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((raw) => (raw == null ? undefined : clean(String(raw))))
    .pipe(z.string().max(max).optional());

/** A secret: taken as typed, only its length is bounded, so that hashing it stays cheap. */
export const secret = (min = 1) => z.string().min(min).max(200);

/** A filter text: absent, null and the word "null" (as one client writes it) all mean no filter and give ''. */
export const filterText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((raw) => {
    const value = clean(String(raw ?? ''));
    return value === 'null' ? '' : value.slice(0, 200);
  });

const wholeText = z
  .string()
  .trim()
  .regex(/^-?\d{1,15}$/, 'Expected a whole number')
  .transform(Number);

/** A whole number, also as text. */
export function whole(min: number, max: number) {
  const bounded = z.number().int().min(min).max(max);
  return z.union([bounded, wholeText.pipe(bounded)]);
}

/** A whole number, also as text; absent gives `fallback`. */
export const wholeOr = <F extends number | null>(fallback: F, min: number, max: number) =>
  whole(min, max)
    .nullish()
    .transform((raw) => raw ?? fallback);

/** A filter by a number: absent, '' and "null" mean no filter and give null. */
export const filterWhole = filterText.transform((raw, ctx) => {
  if (raw === '') return null;
  if (/^-?\d{1,9}$/.test(raw)) return Number(raw);
  ctx.addIssue({ code: 'custom', message: 'Expected a whole number' });
  return z.NEVER;
});

const flagText = z.string().regex(/^([Tt]rue|[Ff]alse|0|1)$/, 'Expected true or false');
const readFlag = (raw: boolean | number | string) => raw === true || /^(true|1)$/i.test(String(raw));

/** True or false, also as text or digit; absent gives `fallback`. */
export const flag = (fallback: boolean) =>
  z
    .union([z.boolean(), z.literal([0, 1]), flagText])
    .nullish()
    .transform((raw) => (raw == null ? fallback : readFlag(raw)));

/** Whether a chart of one day is to have the weather of its hours. */
export const weatherHours = flag(false).describe(
  'Types 1, 2 and 11: adds `weatherSeries`, `key` airTemperature (°C) and cloudCover (%), at every label. Null if the portal has no weather source (`WEATHER`), if the plant has no coordinates, and for days more than 90 days ago or 14 days ahead.',
);

/** A filter by true or false: anything that is neither means no filter and gives null. */
export const filterFlag = filterText.transform((raw) =>
  flagText.safeParse(raw).success ? readFlag(raw) : null,
);

/** A list of at most `max`; one single value counts as a list of one, absent as an empty list. */
export const listOf = <S extends z.ZodType>(item: S, max: number) =>
  z
    .union([z.array(item).max(max), item.transform((one) => [one])])
    .nullish()
    .transform((raw): z.output<S>[] => raw ?? []);

/** A site id such as `BR_20260317_tXFI`. Case counts. */
export const sid = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,60}$/, 'Expected a site id')
  .describe('Site ID, such as BR_20260317_tXFI');

/**
 * The sn of a device, given in its one form (domain/src/deviceIdentity.ts): clients send either case, with or without
 * the name of the first vendor.
 */
export const sn = z
  .string()
  .trim()
  .regex(/^[\w.~-]{1,70}$/, 'Expected a serial number')
  .overwrite(canonicalSn)
  .describe('Serial number, for other manufacturers `vendor.serial`, in either case');

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 2000 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` as the first day of it, `YYYY-MM-DD`; undefined if there is no such day. */
function readDay(raw: string): string | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(raw.trim()) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month}-${day}`;
}

const noDay = (raw: string) => `"${raw.slice(0, 40)}" is no day of the calendar, expected YYYY-MM-DD`;

/** A calendar day; a month or a year stands for its first day. Absent, null and '' give null. */
export const day = z
  .string()
  .nullish()
  .transform((raw, ctx) => {
    if (!raw?.trim()) return null;
    const found = readDay(raw);
    if (found) return found;
    ctx.addIssue({ code: 'custom', message: noDay(raw) });
    return z.NEVER;
  })
  .describe('YYYY-MM-DD; YYYY-MM and YYYY stand for their first day');

const readRange = (raw: string): { from: string; to: string } | string => {
  const [first = '', last = first, more] = raw.split('~');
  const from = readDay(first);
  const to = readDay(last);
  if (from && to && from <= to && more === undefined) return { from, to };
  const isReversed = from && to && more === undefined;
  return isReversed ? 'The range ends before it begins' : noDay(from ? last : first);
};

/**
 * A day as in `day`, or days from and to as in `dayRange`, which some clients send in the same field. A day gives
 * itself twice and no range. Absent, null and '' give null.
 */
export const dayOrRange = z
  .string()
  .nullish()
  .transform((raw, ctx) => {
    if (!raw?.trim()) return null;
    const read = readRange(raw);
    if (typeof read !== 'string') return { ...read, isRange: raw.includes('~') };
    ctx.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  })
  .describe(
    'YYYY-MM-DD; YYYY-MM and YYYY stand for their first day. Types 3 and 5 take YYYY-MM-DD~YYYY-MM-DD too',
  );

/** The day that figures are asked for. */
export const figureDay = day.describe('YYYY-MM-DD, YYYY-MM or YYYY by type; absent: today in plant time');

/**
 * Days from and to, both included, written `YYYY-MM-DD~YYYY-MM-DD` or as one day. Absent, null and '' give null: the
 * default window.
 */
export const dayRange = z
  .string()
  .nullish()
  .transform((raw, ctx) => {
    if (!raw?.trim()) return null;
    const read = readRange(raw);
    if (typeof read !== 'string') return read;
    ctx.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  })
  .describe('YYYY-MM-DD~YYYY-MM-DD, both inclusive, or one day; absent or empty: the default period');

/** The language that something is to be written in. */
export const requestedLanguage = whole(0, 99)
  .refine((code) => languages.some((language) => language.code === code), 'Expected the number of a language')
  .nullish()
  .transform((code) => code ?? null)
  .describe('Number of the language; absent: that of the call.');
