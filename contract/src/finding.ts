// Findings of the module analytics: what costs a plant energy, with its cause, the evidence and what it costs.
import { findingCauses } from '@helioport/domain/analytics/types';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pageInput, pageOf, sortBy, writtenFile } from './envelope.ts';
import {
  dailyCurve,
  dayCurve,
  findingConfidences,
  findingEvidence,
  findingRow,
  findingScopes,
  shadingMap,
} from './findingRows.ts';
import { plantFindingsModule } from './grants.ts';
import { filterOf } from './siteFilters.ts';
import { body, day, dayRange, filterFlag, filterText, filterWhole, listOf, part, whole } from './values.ts';

/** Most findings that one export holds. */
export const FINDINGS_EXPORTED_MAX = 20_000;
export const findingStates = ['open', 'closed'] as const;
export const findingFormats = ['csv', 'json'] as const;

const cause = z.enum(findingCauses);
const count = z.number().int().nonnegative();

export const findingFilters = part({
  keywords: filterText.describe('Part of the name of a plant or of a serial number.'),
  plant: filterText.describe('Site id; `sid` does the same.'),
  sid: filterText,
  sn: filterText.describe('Part of the serial number of a device that loses energy.'),
  module: filterText.describe('`<SN>_<addr>` of a module that loses energy.'),
  state: filterOf(findingStates, 'open or closed'),
  cause: listOf(cause, findingCauses.length).describe('One or several; none: all.'),
  scope: filterOf(findingScopes, 'module, device, array or plant'),
  confidence: listOf(z.enum(findingConfidences), 3),
  isFault: filterFlag.describe(
    '`true`: only what needs work. `false`: only information. Anything else: all.',
  ),
  period: dayRange.describe(
    'Findings that were open within these days of the plant, both included: `YYYY-MM-DD~YYYY-MM-DD` or one day.',
  ),
  detected: dayRange.describe('Findings that were detected within these days.'),
  owner_uid: filterText.describe('Of plants that this user owns.'),
  company_id: filterWhole.describe('Of plants that this company manages.'),
  case_id: filterWhole.describe('Of this case.'),
});

const findingSort = sortBy([
  'since',
  'until',
  'detectedAt',
  'lostKwh',
  'lostMoney',
  'lostKwhPerYear',
  'plantName',
  'cause',
  'confidence',
]);

export const finding = {
  list: endpoint({
    path: 'v2/finding/list',
    summary:
      'Findings of all plants that the caller sees: open ones by energy lost per year, then closed ones, newest first.',
    grant: plantFindingsModule,
    input: body({ page: pageInput, filters: findingFilters, sort: findingSort }),
    output: pageOf(findingRow).extend({
      counts: z
        .object({ open: count, faults: count, closed: count })
        .describe('Of all findings that the caller sees, whatever the state filter is.'),
    }),
  }),
  export: endpoint({
    path: 'v2/finding/export',
    summary: `Findings as a CSV or JSON file in the order of the list, ${FINDINGS_EXPORTED_MAX} at most.`,
    grant: plantFindingsModule,
    queue: 'bulk',
    input: body({
      filters: findingFilters,
      sort: findingSort,
      format: z.enum(findingFormats).default('csv'),
    }),
    output: writtenFile,
  }),
  detail: endpoint({
    path: 'v2/finding/detail',
    summary: 'One finding with its evidence and the days behind it.',
    grant: plantFindingsModule,
    input: body({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: findingRow.extend({
      evidence: z.array(findingEvidence),
      daily: dailyCurve.describe('From 14 days before it began to 14 days after it ended, 400 at most.'),
      lossByHour: z
        .array(z.number().nullable())
        .max(25)
        .describe('Share of the expected energy that was lost, by hour of the local day; null: no light.'),
      proofDay: z
        .string()
        .nullable()
        .describe('The day that shows it best, for `v2/finding/day`; null: none is stored.'),
      shading: shadingMap.nullable().describe('Of its module, where it was learned.'),
    }),
  }),
  day: endpoint({
    path: 'v2/finding/day',
    summary: 'One day behind a finding in slots: produced, expected, siblings and what else was measured.',
    grant: plantFindingsModule,
    input: body({
      id: whole(1, Number.MAX_SAFE_INTEGER),
      date: day.describe('YYYY-MM-DD; absent: the day that shows it best.'),
    }),
    output: dayCurve,
  }),
} satisfies Contract;
