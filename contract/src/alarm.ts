// Alarms: what is wrong with plants for longer than a moment, what became of it, and what people do about it.
import { alarmStates, alarmSteps } from '@helioport/domain/alarms';
import { noticeChannels, noticeWays } from '@helioport/domain/notices';
import { z } from 'zod';
import { type Contract, endpoint, open, signedIn } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { alarmsPage, alarmUpdateButton } from './grants.ts';
import {
  body,
  filterFlag,
  filterText,
  filterWhole,
  flag,
  listOf,
  neededText,
  part,
  text,
  whole,
  wholeOr,
} from './values.ts';

/** Most alarms that something is done with by one call. */
export const ALARMS_AT_ONCE = 200;
/** The longest that an alarm is left alone. */
export const SNOOZE_DAYS = 90;

const instant = z.number().int().describe('Milliseconds since 1970.');
const count = z.number().int().nonnegative();

const way = z.enum(noticeWays);
const hourOrNone = wholeOr(null, 0, 23).describe('0 to 23 on the clock of the plant; null: no quiet hours.');

const notice = z
  .object({
    at: instant.nullable().describe('When it was sent; null: not (yet).'),
    nextAt: instant.nullable().describe('When it is tried next; null: no more.'),
    channel: z.enum(noticeChannels),
    alarmId: z.number().int(),
    title: z.string(),
    siteName: z.string(),
    attempts: count,
    error: z.string().describe("What stood in the way last; `passed`: it was no longer needed; else ''."),
  })
  .meta({ id: 'AlarmNotice' });

const alarmId = whole(1, Number.MAX_SAFE_INTEGER);
const alarmIds = listOf(alarmId, ALARMS_AT_ONCE).describe('At least one.');
const linkToken = neededText(200).describe('Of the link; it works for a week.');
const comment = text(1000).describe('Kept with the step, for all who see the alarm.');

const alarmRow = z
  .object({
    alarmId: z.number().int(),
    sid: z.string(),
    siteName: z.string(),
    timezone: z.string(),
    key: z.string().describe('Kind of event: a code such as `0040`, or what was found, such as `silent`.'),
    title: z.string(),
    explanation: z.string(),
    ownerAdvice: z.string(),
    installerAdvice: z.string(),
    severity: z.enum(['minor', 'major', 'critical']),
    state: z.enum(alarmStates),
    sns: z
      .array(z.string())
      .max(50)
      .describe('Devices that are in it, 50 at most, a silent gateway first; none: the whole plant.'),
    alias: z.string().describe('Of the device where it is one.'),
    deviceCount: count,
    gateway: z.string().describe("What a silent gateway is called; '' for any other alarm."),
    behindCount: count.describe('Devices that are silent with the gateway, a machine with its parts as one.'),
    findingId: z
      .number()
      .int()
      .nullable()
      .describe('The finding of the analytics that it is about; `explanation` is then its sentence.'),
    addrs: z.array(z.number().int()).describe('Inputs whose modules are meant; none: whole devices.'),
    begunAt: instant.describe('Of this time.'),
    raisedAt: instant,
    endedAt: instant.nullable(),
    times: count.describe('How often it was raised.'),
    lostKwh: z
      .number()
      .nullable()
      .describe('What it has cost so far, measured by its siblings; null where nobody can tell.'),
    lostMoney: z.number().nullable().describe('The same by the price of now; null without a price.'),
    currency: z.string().describe('ISO 4217.'),
    isSo: z.boolean().describe('Whether it was so at the last look, as far as anybody could tell.'),
    isFolded: z.boolean().describe('Something graver speaks for it.'),
    snoozedUntil: instant.nullable(),
    assignedUid: z.string(),
    assignedName: z.string().describe("Who looks after it, as far as the caller may know him; else ''."),
    mayEdit: z.boolean().describe('Whether the caller may change its plant, and so act on it.'),
  })
  .meta({ id: 'AlarmRow' });

const alarmStepRow = z
  .object({
    at: instant,
    step: z.enum(alarmSteps),
    who: z.string().describe("Who did it, as far as the caller may know him; '' for nobody."),
    isByPerson: z.boolean(),
    toWhom: z.string(),
    until: instant.nullable(),
    comment: z.string(),
  })
  .meta({ id: 'AlarmStep' });

export const alarm = {
  list: endpoint({
    path: 'v2/alarm/list',
    summary: 'Alarms of all plants: those that stand, the gravest first, then the newest.',
    grant: alarmsPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of the name of a plant or of a serial.'),
        sid: filterText,
        sn: filterText,
        state: filterText.describe(`One of ${alarmStates.join(', ')}; \`standing\`: none that has ended.`),
        severity: filterText,
        key: filterText,
        owner_uid: filterText.describe('Ours: of plants that this person owns, as user id.'),
        company_id: filterWhole.describe('Ours: of plants that this company manages.'),
        mine: filterFlag.describe('True: only those that are the caller’s to look after.'),
      }),
      withFolded: flag(false).describe('Also those for which something graver speaks.'),
      sort: sortBy(['severity', 'siteName', 'begunAt', 'raisedAt', 'endedAt']),
    }),
    output: pageOf(alarmRow).extend({
      counts: z
        .object({ open: count, acknowledged: count, snoozed: count })
        .describe('Of all that stand and that the caller sees.'),
    }),
  }),
  count: endpoint({
    path: 'v2/alarm/count',
    summary: 'How many alarms stand that nobody has taken up.',
    grant: alarmsPage,
    input: noInput,
    output: z.object({ open: count }),
  }),
  detail: endpoint({
    path: 'v2/alarm/detail',
    summary: 'One alarm with everything that happened to it, and what is folded below it.',
    grant: alarmsPage,
    input: body({ alarmId }),
    output: alarmRow.extend({ steps: z.array(alarmStepRow), folded: z.array(alarmRow) }),
  }),
  assignees: endpoint({
    path: 'v2/alarm/assignees',
    summary: 'People who may be given an alarm: those who see its plant and whom the caller knows.',
    grant: alarmUpdateButton,
    input: body({ alarmId }),
    output: z.object({ list: z.array(z.object({ uid: z.string(), name: z.string() })) }),
  }),
  acknowledge: endpoint({
    path: 'v2/alarm/acknowledge',
    summary: 'Says that somebody knows of these alarms.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, comment }),
    output: nothing,
  }),
  assign: endpoint({
    path: 'v2/alarm/assign',
    summary: 'Gives these alarms to somebody to look after, or to nobody.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, assigneeUid: text(60).describe("'' for nobody."), comment }),
    output: nothing,
  }),
  snooze: endpoint({
    path: 'v2/alarm/snooze',
    summary: 'Leaves these alarms alone for some hours; 0 ends that.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, hours: whole(0, SNOOZE_DAYS * 24), comment }),
    output: nothing,
  }),
  comment: endpoint({
    path: 'v2/alarm/comment',
    summary: 'Says something about an alarm.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmId, comment: neededText(1000) }),
    output: nothing,
  }),
  clear: endpoint({
    path: 'v2/alarm/clear',
    summary:
      'Ends alarms of which nobody can tell any more, such as a code of an inverter that is silent. What is still so cannot be ended by saying so.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, comment }),
    output: nothing,
  }),
  mailed: endpoint({
    path: 'v2/alarm/mailed',
    summary:
      'The alarm that the link of a mail names, in the words of its reader. Tells nobody that he has seen it.',
    grant: open,
    input: body({ token: linkToken }),
    output: z.object({
      siteName: z.string(),
      title: z.string().describe('With how grave it is.'),
      where: z.string().describe('Which device, or that it is the whole plant.'),
      since: z.string(),
      explanation: z.string(),
      advice: z.string(),
    }),
  }),
  mailedAcknowledge: endpoint({
    path: 'v2/alarm/mailed/acknowledge',
    summary: 'Says for the reader of a mail that he knows of the alarm that its link names.',
    grant: open,
    writes: true,
    input: body({ token: linkToken }),
    output: nothing,
  }),
  notices: endpoint({
    path: 'v2/alarm/notices',
    summary: 'What the caller wants to be told of alarms, and what he was told last.',
    grant: signedIn,
    input: noInput,
    output: z.object({
      ...{ critical: way, major: way, minor: way },
      ofOthers: z
        .boolean()
        .describe('Also of plants that he installed and of those shared with him to edit.'),
      quietFrom: z.number().int().nullable(),
      quietTo: z.number().int().nullable(),
      webhookUrl: z.string(),
      hasWebhookSecret: z.boolean(),
      email: z.string(),
      hasMailServer: z.boolean().describe('False: mails stay in the outbox.'),
      browsers: z
        .array(z.object({ id: z.number().int(), device: z.string(), addedAt: instant }))
        .describe('In which he is told by web push.'),
      told: z.array(notice).max(20),
    }),
  }),
  noticesSet: endpoint({
    path: 'v2/alarm/notices/set',
    summary: 'Sets what the caller wants to be told of alarms.',
    grant: signedIn,
    writes: true,
    input: body({
      ...{ critical: way, major: way, minor: way },
      ofOthers: flag(false),
      ...{ quietFrom: hourOrNone, quietTo: hourOrNone },
      webhookUrl: text(500).describe("'' for none."),
      renewSecret: flag(false).describe('Makes a new key; a new address gets one anyway.'),
    }),
    output: z.object({
      webhookSecret: z
        .string()
        .describe("The key by which calls are signed, told this once; '' where it stays."),
    }),
  }),
  noticesTest: endpoint({
    path: 'v2/alarm/notices/test',
    summary:
      'Sends the caller a mail or a message to his browsers, or calls his webhook, to see whether it arrives.',
    grant: signedIn,
    writes: true,
    input: body({ channel: z.enum(noticeChannels).default('mail') }),
    output: z.object({ error: z.string().describe("What stood in the way; '' for nothing.") }),
  }),
  noticesPushKey: endpoint({
    path: 'v2/alarm/notices/push/key',
    summary: 'The public key that a browser asks its push service with (VAPID).',
    grant: signedIn,
    // The first who asks has it made.
    writes: true,
    input: noInput,
    output: z.object({ publicKey: z.string().describe('base64url') }),
  }),
  noticesPush: endpoint({
    path: 'v2/alarm/notices/push',
    summary: 'Tells the caller of alarms in this browser too, by web push.',
    grant: signedIn,
    writes: true,
    input: body({
      endpoint: neededText(1000).describe('Address at the push service of the browser, https.'),
      p256dh: neededText(120).describe('Key of the browser, base64url.'),
      auth: neededText(60).describe('Its secret, base64url.'),
    }),
    output: nothing,
  }),
  noticesPushEnd: endpoint({
    path: 'v2/alarm/notices/push/end',
    summary: 'Ends web push in one of the browsers of the caller.',
    grant: signedIn,
    writes: true,
    input: body({ id: whole(1, 1e12) }),
    output: nothing,
  }),
} satisfies Contract;
