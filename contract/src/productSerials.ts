// The list of serials that were made: entered, issued to companies, restricted.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy } from './envelope.ts';
import { snCreateButton, snDeleteButton, snIssueButton, snListPage, snRestrictButton } from './grants.ts';
import { filterOf } from './siteFilters.ts';
import { upload } from './upload.ts';
import { body, filterFlag, filterText, filterWhole, flag, listOf, part, text, wholeOr } from './values.ts';

/** Most serials that one call enters. */
export const SERIALS_ENTERED_MAX = 50_000;
/** Most serials that one call issues, restricts or removes. */
export const SERIALS_CHANGED_MAX = 1_000;

const model = wholeOr(null, 0, 2_147_483_647);
const companyId = wholeOr(null, 0, Number.MAX_SAFE_INTEGER);
const instant = z.number().nullable().describe('ms; null for not yet.');
/** Read leniently: a serial that is none gets a result of its own. */
const serials = (max: number) => listOf(text(70), max);

/** Where a serial is, seen from the caller's company: with it, with a company below, in use, or taken back. */
export const stockPlaces = ['inStock', 'atDealer', 'installed', 'returned'] as const;
export type StockPlace = (typeof stockPlaces)[number];

const snEntry = z
  .object({
    sn: z.string(),
    maker: z.string().describe('Who gives the serial.'),
    model: z.number().int().describe('0: nobody entered it in the list; it is restricted all the same.'),
    modelName: z.string(),
    companyId: z.number().int().describe('To whom it was issued; 0 for no company.'),
    companyName: z.string(),
    isIssued: z.boolean(),
    issuedAt: instant,
    isActivated: z.boolean().describe('It reported, or a plant took it.'),
    activatedAt: instant,
    isRestricted: z.boolean(),
    restrictedAt: instant,
    restrictedReason: z.string(),
    batch: z.string(),
    stock: z
      .enum(stockPlaces)
      .nullable()
      .describe(
        'installed: a plant has it or it reported; returned: its issue was revoked and it was not issued again; atDealer: issued to another company; inStock: with you. Null: it is only restricted.',
      ),
    returnedAt: instant,
    createdAt: z.number(),
  })
  .meta({ id: 'SnEntry' });

const snFilters = part({
  sn: filterText.describe('The first characters.'),
  model: filterWhole,
  company_id: filterWhole.describe('To whom they were issued; 0: to no company.'),
  is_activated: filterFlag,
  is_restricted: filterFlag,
  is_issued: filterFlag,
  stock: filterOf<StockPlace>(stockPlaces, 'a place in the stock'),
});

/** What became of a row that was to be entered. */
const entryResult = z.enum(['good', 'exists', 'format', 'maker', 'model', 'twice', 'blank']);

const snRow = z
  .object({
    row: z.number().int().describe('Of the list or sheet, from 1.'),
    sn: z.string().describe('In its one written form; as it came where it is none.'),
    modelName: z.string(),
    result: entryResult.describe(
      'good: it is entered, or may be; exists: the list has it; maker: the maker of the model gives no such serials; model: there is no such model; twice: it stands further up.',
    ),
    msg: z.string().describe('The result in words.'),
  })
  .meta({ id: 'SnRow' });

const entered = z.object({
  total: z.number().int().describe('Rows that were looked at.'),
  good: z.number().int(),
  entered: z.number().int().describe('0 where only looked.'),
  hasHead: z.boolean().optional().describe('Of a sheet: whether its first row was read as names of columns.'),
  sample: z.array(snRow).describe('The first good rows.'),
  bad: z.array(snRow).describe('All rows that cannot be entered, in their order.'),
});

const changeResults = ['changed', 'same', 'inUse', 'restricted', 'unknown', 'format'] as const;

const changedRow = z.object({
  sn: z.string(),
  result: z
    .enum(changeResults)
    .describe('inUse: a plant has it or it reported; unknown: it is not in your list.'),
  isChanged: z.boolean(),
  msg: z.string().describe('The result in words.'),
});

const changed = z.object({ changed: z.number().int(), list: z.array(changedRow) });

const changedMany = z.object({
  total: z.number().int().describe('Serials that were looked at.'),
  changed: z.number().int().describe('With `isTrial`: that would be changed.'),
  bad: z.array(changedRow).describe('The first of those that are not changed, at most 1,000.'),
  results: z.record(z.enum(changeResults), z.number().int()).describe('How many have each result.'),
});

const stockRow = z.object({
  companyId: z.number().int().describe('0: not issued, or issued to no company.'),
  companyName: z.string(),
  inStock: z.number().int(),
  atDealer: z.number().int(),
  installed: z.number().int(),
  returned: z.number().int(),
  total: z.number().int(),
});

const issue = {
  isIssued: flag(true).describe('False: revokes the issue.'),
  companyId: companyId.describe('0 or absent: to no company, which only administrators may do.'),
  isTrial: flag(false).describe('Only looks at them.'),
};

export const serialCalls = {
  sn: endpoint({
    path: 'v2/product/sn',
    summary: 'The list of serials, by their beginning: all of them, or those issued to your companies.',
    grant: snListPage,
    input: body({
      page: pageInput,
      filters: snFilters,
      sort: sortBy(['sn']),
    }),
    output: pageOf(snEntry),
  }),
  snCreate: endpoint({
    path: 'v2/product/sn/create',
    summary: 'Enters serials of a model: some, or all from one to another.',
    grant: snCreateButton,
    writes: true,
    bodyBytes: 4 * 1_048_576,
    queue: 'bulk',
    input: body({
      model: model.describe('Number of the model.'),
      sn: serials(SERIALS_ENTERED_MAX),
      from: text(70).describe(
        'With `to`: all serials between the two, both included, that count on their last digits.',
      ),
      to: text(70),
      batch: text(60),
      companyId: companyId.describe('Issues them at once: to a company, with 0 to none; absent: not yet.'),
      isTrial: flag(false).describe('Only looks at them.'),
    }),
    output: entered,
  }),
  snSheet: endpoint({
    path: 'v2/product/sn/sheet',
    summary:
      'Reads serials from an .xlsx file below 4 MB: serial, model and batch in its first columns, or wherever its first row names them. Only looks at them unless `isTrial` is false.',
    grant: snCreateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({
      file: upload.nullish().describe('Needed.'),
      model: model.describe('Of the rows that name none.'),
      batch: text(60),
      companyId: companyId.describe('As in `sn/create`.'),
      hasHead: filterFlag.describe('Whether the first row names the columns; absent: detected.'),
      isTrial: flag(true),
    }),
    output: entered,
  }),
  snDel: endpoint({
    path: 'v2/product/sn/del',
    summary: 'Takes serials out of the list that no plant has and that never reported.',
    grant: snDeleteButton,
    writes: true,
    input: body({ sn: serials(SERIALS_CHANGED_MAX) }),
    output: changed,
  }),
  snIssue: endpoint({
    path: 'v2/product/sn/issue',
    summary:
      'Issues serials to a company, or revokes the issue. A company passes on what it has to those below it and takes back what they do not use.',
    grant: snIssueButton,
    writes: true,
    input: body({
      sn: serials(SERIALS_CHANGED_MAX),
      isIssued: flag(true),
      companyId: companyId.describe('0 or absent: to no company, which only those do who run the house.'),
    }),
    output: changed,
  }),
  snIssueMany: endpoint({
    path: 'v2/product/sn/issueMany',
    summary:
      'Issues or revokes all serials from one to another, or all that match the filters of the list; at most 50,000.',
    grant: snIssueButton,
    writes: true,
    queue: 'bulk',
    input: body({
      from: text(70).describe('With `to`: all serials between the two, as in `sn/create`.'),
      to: text(70),
      isMatching: flag(false).describe('True: all that match `filters`.'),
      filters: snFilters,
      ...issue,
    }),
    output: changedMany,
  }),
  snIssueSheet: endpoint({
    path: 'v2/product/sn/issueSheet',
    summary:
      'Issues or revokes the serials of an .xlsx file below 4 MB: its first column, or the one that its first row names.',
    grant: snIssueButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({
      file: upload.nullish().describe('Needed.'),
      hasHead: filterFlag.describe('Whether the first row names the columns; absent: detected.'),
      ...issue,
    }),
    output: changedMany.extend({ hasHead: z.boolean() }),
  }),
  snStock: endpoint({
    path: 'v2/product/sn/stock',
    summary: 'The stock of serials by company: how many are in stock, at dealers, installed and returned.',
    grant: snListPage,
    input: body({ filters: part({ model: filterWhole }) }),
    output: z.object({
      list: z.array(stockRow),
      total: stockRow.omit({ companyId: true, companyName: true }),
    }),
  }),
  snRestrict: endpoint({
    path: 'v2/product/sn/restrict',
    summary: 'Restricts serials, in the list or not, so that no plant can take them; or lifts it.',
    grant: snRestrictButton,
    writes: true,
    input: body({ sn: serials(SERIALS_CHANGED_MAX), isRestricted: flag(true), reason: text(200) }),
    output: changed,
  }),
} satisfies Contract;
