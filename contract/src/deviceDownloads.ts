// Long histories as files that are prepared in the background.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf } from './envelope.ts';
import { pvPlantPage } from './grants.ts';
import { body, dayRange, filterText, listOf, neededText, part, sid, sn, whole } from './values.ts';

/** Maximum files per user: in preparation, and in total. */
export const DOWNLOADS_OPEN = 3;
export const DOWNLOADS_MOST = 20;
/** Days that a file is kept after it was written. */
export const DOWNLOAD_DAYS = 7;
/** Ten years and the days around them. */
export const DOWNLOAD_MOST_DAYS = 3_700;
/** A span of more days than this is worth a file of its own. */
export const LONG_DAYS = 31;

export const downloadFormats = ['csv', 'xlsx'] as const;
export const downloadStates = ['waiting', 'writing', 'done', 'failed'] as const;

const id = whole(1, 9e15);

const downloadRow = z
  .object({
    id: z.number().int(),
    sn: z.string(),
    sid: z.string(),
    siteName: z.string().describe("'' if the caller no longer has access to the plant."),
    format: z.enum(downloadFormats),
    from: z.string().describe("First day in the plant's calendar."),
    to: z.string(),
    state: z.enum(downloadStates),
    reason: z
      .enum(['', 'tooLarge', 'noRight', 'trouble'])
      .describe('Reason for the failure: too large, no longer accessible to the caller, or unknown.'),
    percent: z.number().int().describe('Progress in percent, 0 to 100.'),
    rows: z.number().int(),
    bytes: z.number().int().describe('0 until complete.'),
    createdAt: z.number().int().describe('Milliseconds since 1970.'),
    expiresAt: z.number().int().nullable().describe('Time of deletion; null until it is ready.'),
  })
  .meta({ id: 'Download' });

export const deviceDownloads = {
  downloadBegin: endpoint({
    path: 'v2/device/download/begin',
    summary:
      'Prepares a file with the readings of a device between two days, oldest first; `download/list` returns the progress.',
    grant: pvPlantPage,
    writes: true,
    input: body({
      sid: sid.nullish(),
      sn,
      rangeDate: dayRange,
      format: z.enum(downloadFormats),
      columns: listOf(neededText(60), 200).describe('IDs as in `historyRows`; empty: all.'),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  downloadList: endpoint({
    path: 'v2/device/download/list',
    summary: "The caller's prepared history files, newest first.",
    grant: pvPlantPage,
    input: body({ page: pageInput, filters: part({ sn: filterText }) }),
    output: pageOf(downloadRow),
  }),
  downloadAddress: endpoint({
    path: 'v2/device/download/address',
    summary:
      'Address of a prepared file of the caller: valid for one minute, while the caller has access to the device.',
    grant: pvPlantPage,
    writes: true,
    input: body({ id }),
    output: z.object({ address: z.string() }),
  }),
  downloadDel: endpoint({
    path: 'v2/device/download/del',
    summary: 'Deletes a prepared file of the caller; stops its preparation if it is in progress.',
    grant: pvPlantPage,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
} satisfies Contract;
