// The serial number list: added, issued to companies, restricted.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy } from './envelope.ts';
import { snCreateButton, snDeleteButton, snIssueButton, snListPage, snRestrictButton } from './grants.ts';
import { filterOf } from './siteFilters.ts';
import { upload } from './upload.ts';
import { body, filterFlag, filterText, filterWhole, flag, listOf, part, text, wholeOr } from './values.ts';

/** Maximum serial numbers added by one call. */
export const SERIALS_ENTERED_MAX = 50_000;
/** Maximum serial numbers issued, restricted or removed by one call. */
export const SERIALS_CHANGED_MAX = 1_000;

const model = wholeOr(null, 0, 2_147_483_647);
const companyId = wholeOr(null, 0, Number.MAX_SAFE_INTEGER);
const instant = z.number().nullable().describe('ms; null for not yet.');
/** Parsed leniently: an invalid serial number gets a separate result. */
const serials = (max: number) => listOf(text(70), max);

/** Location of a serial number for the caller's company: in stock, at a child company, installed, or returned. */
export const stockPlaces = ['inStock', 'atDealer', 'installed', 'returned'] as const;
export type StockPlace = (typeof stockPlaces)[number];

const snEntry = z
  .object({
    sn: z.string(),
    maker: z.string().describe('Manufacturer code of the serial number.'),
    model: z.number().int().describe('0: not in the list, but restricted.'),
    modelName: z.string(),
    sid: z.string().describe('Plant of the device, if you can see it; empty otherwise.'),
    companyId: z.number().int().describe('Company it was issued to; 0 for none.'),
    companyName: z.string(),
    isIssued: z.boolean(),
    issuedAt: instant,
    isActivated: z.boolean().describe('It has reported or belongs to a plant.'),
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
    row: z.number().int().describe('Position in the list or spreadsheet, from 1.'),
    sn: z.string().describe('Canonical form; unchanged if it is not a serial number.'),
    modelName: z.string().describe('As typed where no such model exists.'),
    batch: z.string(),
    result: entryResult.describe(
      '`good`: added or can be added; `exists`: already in the list; `maker`: the manufacturer of the model does not use such serial numbers; `model`: no such model; `twice`: appears earlier.',
    ),
    msg: z.string().describe('The result as text.'),
  })
  .meta({ id: 'SnRow' });

const entered = z.object({
  total: z.number().int().describe('Number of rows checked.'),
  good: z.number().int(),
  entered: z.number().int().describe('0 if only checked.'),
  hasHead: z.boolean().optional().describe('Of a sheet: whether its first row was read as names of columns.'),
  sample: z.array(snRow).describe('The first valid rows.'),
  bad: z.array(snRow).describe('All rows that cannot be added, in their order.'),
});

const changeResults = ['changed', 'same', 'inUse', 'restricted', 'unknown', 'format'] as const;

const changedRow = z.object({
  sn: z.string(),
  result: z
    .enum(changeResults)
    .describe('inUse: belongs to a plant or has reported; unknown: not in your list.'),
  isChanged: z.boolean(),
  msg: z.string().describe('The result as text.'),
});

const changed = z.object({ changed: z.number().int(), list: z.array(changedRow) });

const changedMany = z.object({
  total: z.number().int().describe('Number of serial numbers checked.'),
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
  isTrial: flag(false).describe('Only checks them.'),
};

export const serialCalls = {
  sn: endpoint({
    path: 'v2/product/sn',
    summary: 'The serial number list by prefix: all of them, or those issued to your companies.',
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
    summary: 'Adds serial numbers of a model: individual ones or a range.',
    grant: snCreateButton,
    writes: true,
    bodyBytes: 4 * 1_048_576,
    queue: 'bulk',
    input: body({
      model: model.describe('Number of the model.'),
      sn: serials(SERIALS_ENTERED_MAX),
      from: text(70).describe(
        'With `to`: all serial numbers between the two, inclusive, numbered by their last digits.',
      ),
      to: text(70),
      batch: text(60),
      companyId: companyId.describe('Issues them as well: to a company, with 0 to none; absent: not yet.'),
      isTrial: flag(false).describe('Only checks them.'),
    }),
    output: entered,
  }),
  snSheet: endpoint({
    path: 'v2/product/sn/sheet',
    summary:
      'Reads serial numbers from an .xlsx file below 4 MB: serial number, model and batch in its first columns, or as named in its first row. Only checks them unless `isTrial` is false.',
    grant: snCreateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({
      file: upload.nullish().describe('Required.'),
      model: model.describe('For rows without a model.'),
      batch: text(60),
      companyId: companyId.describe('As in `sn/create`.'),
      hasHead: filterFlag.describe('Whether the first row names the columns; absent: detected.'),
      isTrial: flag(true),
    }),
    output: entered,
  }),
  snDel: endpoint({
    path: 'v2/product/sn/del',
    summary: 'Removes serial numbers from the list that do not belong to a plant and have never reported.',
    grant: snDeleteButton,
    writes: true,
    input: body({ sn: serials(SERIALS_CHANGED_MAX) }),
    output: changed,
  }),
  snIssue: endpoint({
    path: 'v2/product/sn/issue',
    summary:
      'Issues serial numbers to a company, or revokes the issue. A company issues its own serial numbers to its child companies and revokes what they do not use.',
    grant: snIssueButton,
    writes: true,
    input: body({
      sn: serials(SERIALS_CHANGED_MAX),
      isIssued: flag(true),
      companyId: companyId.describe('0 or absent: to no company, for portal administrators only.'),
    }),
    output: changed,
  }),
  snIssueMany: endpoint({
    path: 'v2/product/sn/issueMany',
    summary:
      'Issues or revokes all serial numbers from one to another, or all that match the filters of the list; at most 50,000.',
    grant: snIssueButton,
    writes: true,
    queue: 'bulk',
    input: body({
      from: text(70).describe('With `to`: all serial numbers between the two, as in `sn/create`.'),
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
      'Issues or revokes the serial numbers of an .xlsx file below 4 MB: its first column, or the one that its first row names.',
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
    summary:
      'The stock of serial numbers by company: how many are in stock, at dealers, installed and returned.',
    grant: snListPage,
    input: body({ filters: part({ model: filterWhole }) }),
    output: z.object({
      list: z.array(stockRow),
      total: stockRow.omit({ companyId: true, companyName: true }),
    }),
  }),
  snRestrict: endpoint({
    path: 'v2/product/sn/restrict',
    summary:
      'Restricts serial numbers, in the list or not, so that they cannot be added to a plant, or removes the restriction.',
    grant: snRestrictButton,
    writes: true,
    input: body({ sn: serials(SERIALS_CHANGED_MAX), isRestricted: flag(true), reason: text(200) }),
    output: changed,
  }),
} satisfies Contract;
