// Import of history: files of other portals become devices with readings in a plant.
import {
  columnMeanings,
  columnUnits,
  dateOrders,
  decimalMarks,
  historySources,
  historyTotals,
  importedDays,
  timeStamps,
} from '@helioport/domain/historyImports';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton } from './grants.ts';
import { upload } from './upload.ts';
import { body, sid, whole } from './values.ts';

/** Largest file in bytes, its rows and cells, and how many imports a plant has at most. */
export const IMPORT_BYTES = 20 * 1_048_576;
export const IMPORT_ROWS = 200_000;
export const IMPORT_CELLS = 2_000_000;
export const IMPORTS_MAX = 50;

const names = <T extends string>(record: Record<T, unknown>) => Object.keys(record) as [T, ...T[]];
const unit = z.enum(names(columnUnits)).nullable();
const column = z.object({
  column: z.number().int().min(0).max(200).describe('Place in the row, from 0.'),
  meaning: z.enum(columnMeanings),
  unit: unit.describe('Null: not known yet.'),
});
const settings = {
  dateOrder: z.enum(dateOrders),
  stamp: z.enum(timeStamps).describe('Whether times are starts or ends of intervals.'),
  decimal: z.enum(decimalMarks),
};

const choices = z.object({
  dateOrder: settings.dateOrder.optional(),
  stamp: settings.stamp.optional(),
  decimal: settings.decimal.optional(),
  columns: z.array(column).max(40).optional(),
});
export type ImportChoices = z.output<typeof choices>;

/** Multipart fields are texts, so the choices are a text of JSON. */
const choicesText = z
  .string()
  .max(10_000)
  .nullish()
  .transform((text, ctx): ImportChoices => {
    let raw: unknown = {};
    try {
      if (text) raw = JSON.parse(text);
    } catch {
      raw = null;
    }
    const parsed = choices.safeParse(raw);
    if (parsed.success) return parsed.data;
    ctx.addIssue({ code: 'custom', message: 'Expected JSON of choices' });
    return z.NEVER;
  })
  .describe(
    'JSON with `dateOrder`, `stamp`, `decimal` and `columns` (`column`, `meaning`, `unit`) where they differ from what was recognized.',
  );

const input = {
  sid,
  file: upload.optional().describe('Required.'),
  choices: choicesText,
  days: z
    .enum(importedDays)
    .nullish()
    .transform((days) => days ?? 'missing')
    .describe('`missing`: only days on which the plant has no data; `all`: all days of the file.'),
};
const file = {
  grant: plantUpdateButton,
  writes: true,
  takesFile: true,
  queue: 'files',
  bodyBytes: IMPORT_BYTES + 102_400,
  input: body(input),
} as const;

const day = z.string().describe('YYYY-MM-DD in plant time.');
const totals = z
  .object(
    Object.fromEntries(historyTotals.map((key) => [key, z.number().nullable()])) as Record<
      (typeof historyTotals)[number],
      z.ZodNullable<z.ZodNumber>
    >,
  )
  .describe('Wh; null: not in the file.');
const shared = {
  source: z.enum(historySources),
  stepMinutes: z.number().int().describe('Minutes from row to row; 1440 for days.'),
  days: z.number().int().describe('Imported days.'),
  skippedDays: z.number().int().describe('Days of the file on which the plant has data already.'),
  totals,
};

const row = z.object({
  id: z.number().int(),
  ...shared,
  fileName: z.string(),
  firstDay: day,
  lastDay: day,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.number().describe('0 to 1.'),
  createdAt: z.number().int().describe('Milliseconds since 1970.'),
  createdBy: z.string().describe("Email address; '' for a deleted account."),
});

export const imports = {
  list: endpoint({
    path: 'v2/imports/list',
    summary: 'Imports of history of a plant with their progress, newest first, for users who may change it.',
    grant: plantUpdateButton,
    input: body({ sid }),
    output: z.object({ list: z.array(row) }),
  }),
  preview: endpoint({
    path: 'v2/imports/preview',
    summary:
      'Recognizes a CSV or XLSX export of another portal (up to 20 MB and 200,000 rows) and shows what an import would add; stores nothing.',
    ...file,
    output: z.object({
      ...shared,
      firstDay: day.nullable().describe('Null: no day is left to import.'),
      lastDay: day.nullable(),
      ...settings,
      isOrderOpen: z
        .boolean()
        .describe('The dates fit day-first and month-first; `dateOrder` must be confirmed.'),
      timeName: z.string(),
      columns: z.array(column.extend({ name: z.string() })),
      sample: z.array(z.array(z.string())).describe('First rows: the time, then the cells of `columns`.'),
      hasUnits: z.boolean().describe('Whether each used column has a unit.'),
      dataFrom: day.nullable().describe('First day with data of the plant; null: none.'),
      dataTo: day.nullable(),
      rows: z.object({
        imported: z.number().int(),
        undated: z.number().int().describe('Without a date, such as totals.'),
        repeated: z.number().int().describe('With the time of another row.'),
        outOfRange: z.number().int().describe('In the future or before 2000.'),
        invalid: z.number().int().describe('Values below zero or too large.'),
      }),
    }),
  }),
  start: endpoint({
    path: 'v2/imports/start',
    summary: 'Starts the import of a file as previewed; its progress is in `imports/list`.',
    ...file,
    output: z.object({ id: z.number().int() }),
  }),
  undo: endpoint({
    path: 'v2/imports/undo',
    summary: 'Permanently deletes an import with its devices and their history.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: nothing,
    timeoutMs: 60_000,
  }),
} satisfies Contract;
