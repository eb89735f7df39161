// Cases: the work that findings and alarms of one cause make, from the first look to the evidence that it is done.
import { findingCauses } from '@helioport/domain/analytics/types';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { findingRow, findingScopes, localDay } from './findingRows.ts';
import { caseUpdateButton, fleetPage } from './grants.ts';
import { filterOf } from './siteFilters.ts';
import { upload } from './upload.ts';
import {
  body,
  day,
  filterFlag,
  filterText,
  flag,
  listOf,
  neededText,
  part,
  sid,
  text,
  textIfGiven,
  whole,
  wholeOr,
} from './values.ts';

/** Most findings and alarms of one case, photos of one case, and visits of one case. */
export const CASE_ITEMS_MAX = 200;
export const CASE_PHOTOS_MAX = 40;
export const CASE_VISITS_MAX = 100;

/** `verifying`: reported as repaired, waiting for the evidence. */
export const caseStates = ['open', 'planned', 'verifying', 'closed'] as const;
export const casePriorities = ['low', 'normal', 'high'] as const;
/** How a case ended. */
export const caseOutcomes = ['evidence', 'byHand', 'noFault', 'duplicate'] as const;
export const caseSteps = [
  'created',
  'assigned',
  'changed',
  'commented',
  'photo',
  'visit',
  'itemAdded',
  'itemRemoved',
  'repaired',
  'closed',
  'reopened',
] as const;

const instant = z.number().int().describe('Milliseconds since 1970.');
const count = z.number().int().nonnegative();
const amount = z.number().nullable();
const id = whole(1, Number.MAX_SAFE_INTEGER);
const ids = listOf(id, CASE_ITEMS_MAX);

const dayToChange = z.union([z.undefined(), day]).describe("YYYY-MM-DD; '' for none, absent: as it is.");

const caseRow = z
  .object({
    id: z.number().int(),
    number: z.string().describe('By which people call it, such as `C-1042`.'),
    title: z.string(),
    sid: z.string(),
    siteName: z.string(),
    timezone: z.string(),
    cause: z.enum(findingCauses).nullable().describe('Of its first finding; null: no finding.'),
    causeScope: z.enum(findingScopes).nullable().describe('What the finding of `cause` is about.'),
    state: z.enum(caseStates),
    priority: z.enum(casePriorities),
    assignedUid: z.string().describe("'' for unassigned."),
    assignedName: z.string().describe("As far as the caller may know them; else ''."),
    dueDay: localDay.nullable(),
    isOverdue: z.boolean(),
    warrantyUntil: localDay.nullable().describe('Last day of the warranty of what has failed.'),
    nextVisitDay: localDay.nullable(),
    openFindings: count,
    findings: count,
    openAlarms: count,
    alarms: count,
    lostKwh: z.number().describe('By its findings to date, mostly DC energy.'),
    lostMoney: amount,
    riskKwh: z.number().describe('Per year by its open findings.'),
    riskMoney: amount,
    recoveredKwhPerYear: amount.describe('By its findings that were resolved; null: none.'),
    currency: z.string(),
    createdAt: instant,
    changedAt: instant,
    closedAt: instant.nullable(),
    outcome: z.enum(caseOutcomes).nullable(),
    photos: count,
    comments: count,
    mayEdit: z.boolean(),
  })
  .meta({ id: 'CaseRow' });

const caseAlarm = z.object({
  alarmId: z.number().int(),
  key: z.string(),
  title: z.string(),
  severity: z.enum(['minor', 'major', 'critical']),
  sns: z.array(z.string()).max(50),
  begunAt: instant,
  endedAt: instant.nullable(),
});

const caseStep = z
  .object({
    id: z.number().int(),
    at: instant,
    step: z.enum(caseSteps),
    who: z.string().describe("Who did it, as far as the caller may know them; '' for the portal."),
    isByPerson: z.boolean(),
    comment: z.string(),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe('What changed: field to new value.'),
  })
  .meta({ id: 'CaseStep' });

const visit = z
  .object({
    id: z.number().int(),
    day: localDay,
    who: z.string(),
    note: z.string(),
    isDone: z.boolean(),
  })
  .meta({ id: 'CaseVisit' });

export const cases = {
  list: endpoint({
    path: 'v2/case/list',
    summary:
      'Cases of all plants that the caller sees: open ones by due date and priority, then closed ones.',
    grant: fleetPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of the title, its number, or the name of its plant.'),
        sid: filterText,
        state: filterText.describe(`One of ${caseStates.join(', ')}; \`active\`: not closed.`),
        priority: filterOf(casePriorities, 'a priority'),
        cause: filterOf(findingCauses, 'a cause'),
        assignee_uid: filterText.describe("User id; 'none': unassigned."),
        mine: filterFlag,
        overdue: filterFlag,
      }),
      sort: sortBy(['dueDay', 'priority', 'createdAt', 'changedAt', 'riskMoney', 'siteName', 'state']),
    }),
    output: pageOf(caseRow).extend({
      counts: z.object({ active: count, mine: count, overdue: count, verifying: count }),
    }),
  }),
  detail: endpoint({
    path: 'v2/case/detail',
    summary: 'One case with its findings, alarms, visits, photos and everything that happened.',
    grant: fleetPage,
    input: body({ id }),
    output: caseRow.extend({
      note: z.string(),
      warrantyNote: z.string().describe('Such as the number of the warranty claim.'),
      findingRows: z.array(findingRow),
      alarmRows: z.array(caseAlarm),
      visits: z.array(visit),
      photoRows: z.array(
        z.object({ id: z.number().int(), address: z.string(), addedAt: instant, who: z.string() }),
      ),
      steps: z.array(caseStep).describe('Oldest first, the newest 500.'),
    }),
  }),
  create: endpoint({
    path: 'v2/case/create',
    summary: 'Opens a case for a plant, with the findings and alarms that it is about.',
    grant: caseUpdateButton,
    writes: true,
    input: body({
      sid,
      title: text(160).describe(
        "'' takes cause and subject of its first finding, or the title of its first alarm.",
      ),
      findingIds: ids,
      alarmIds: ids,
      assigneeUid: text(60).describe("'' for unassigned."),
      dueDate: day,
      priority: z.enum(casePriorities).default('normal'),
      note: text(4000),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  update: endpoint({
    path: 'v2/case/update',
    summary: 'Changes what is planned for a case; absent fields stay.',
    grant: caseUpdateButton,
    writes: true,
    input: body({
      id,
      title: textIfGiven(160),
      note: textIfGiven(4000),
      assigneeUid: textIfGiven(60).describe("'' for unassigned."),
      dueDate: dayToChange,
      warrantyUntil: dayToChange,
      warrantyNote: textIfGiven(400),
      priority: z.enum(casePriorities).optional(),
      comment: text(1000),
    }),
    output: nothing,
  }),
  items: endpoint({
    path: 'v2/case/items',
    summary: 'Adds findings and alarms of its plant to a case, or removes them.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, add: flag(true), findingIds: ids, alarmIds: ids }),
    output: nothing,
  }),
  comment: endpoint({
    path: 'v2/case/comment',
    summary: 'Adds a comment to a case.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, comment: neededText(4000) }),
    output: nothing,
  }),
  assignees: endpoint({
    path: 'v2/case/assignees',
    summary:
      'Users to whom a case of this plant may be assigned: those who see it and whom the caller knows.',
    grant: caseUpdateButton,
    input: body({ sid }),
    output: z.object({ list: z.array(z.object({ uid: z.string(), name: z.string() })) }),
  }),
  visit: endpoint({
    path: 'v2/case/visit',
    summary: 'Plans a visit, changes it, or reports it as done.',
    grant: caseUpdateButton,
    writes: true,
    input: body({
      id,
      visitId: wholeOr(null, 1, Number.MAX_SAFE_INTEGER).describe('Absent: a new visit.'),
      date: day.describe('YYYY-MM-DD; needed.'),
      note: text(1000),
      isDone: flag(false),
    }),
    output: z.object({ visitId: z.number().int() }),
  }),
  visitDelete: endpoint({
    path: 'v2/case/visit/delete',
    summary: 'Deletes a visit.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, visitId: id }),
    output: nothing,
  }),
  photo: endpoint({
    path: 'v2/case/photo',
    summary: `Adds a photo to a case, at most ${CASE_PHOTOS_MAX}: a PNG, JPEG or WebP file.`,
    grant: caseUpdateButton,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ id, file: upload.optional().describe('Needed.') }),
    output: z.object({ id: z.number().int(), address: z.string() }),
  }),
  photoDelete: endpoint({
    path: 'v2/case/photo/delete',
    summary: 'Removes a photo from a case.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, photoId: id }),
    output: nothing,
  }),
  repaired: endpoint({
    path: 'v2/case/repaired',
    summary: 'Reports the work as done: the case closes automatically once the data shows it.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, comment: text(1000) }),
    output: nothing,
  }),
  close: endpoint({
    path: 'v2/case/close',
    summary: 'Closes a case by hand.',
    grant: caseUpdateButton,
    writes: true,
    input: body({
      id,
      outcome: z.enum(['byHand', 'noFault', 'duplicate']).default('byHand'),
      comment: text(1000),
    }),
    output: nothing,
  }),
  reopen: endpoint({
    path: 'v2/case/reopen',
    summary: 'Opens a closed case again.',
    grant: caseUpdateButton,
    writes: true,
    input: body({ id, comment: text(1000) }),
    output: nothing,
  }),
} satisfies Contract;
