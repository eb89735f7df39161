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
const hourOrNone = wholeOr(null, 0, 23).describe('0 to 23 in plant time; null: no quiet hours.');

const notice = z
  .object({
    at: instant.nullable().describe('Time it was sent; null: not yet or never.'),
    nextAt: instant.nullable().describe('Time of the next attempt; null: none.'),
    channel: z.enum(noticeChannels),
    alarmId: z.number().int(),
    title: z.string(),
    siteName: z.string(),
    attempts: count,
    error: z.string().describe("Last failure; `passed`: no longer needed; else ''."),
  })
  .meta({ id: 'AlarmNotice' });

const alarmId = whole(1, Number.MAX_SAFE_INTEGER);
const alarmIds = listOf(alarmId, ALARMS_AT_ONCE).describe('At least one.');
const linkToken = neededText(200).describe('From the link; valid for one week.');
const comment = text(1000).describe(
  'Stored with the history entry, visible to everyone who can see the alarm.',
);

const alarmRow = z
  .object({
    alarmId: z.number().int(),
    sid: z.string(),
    siteName: z.string(),
    timezone: z.string(),
    key: z.string().describe('Kind of event: a code such as `0040`, or a detection such as `silent`.'),
    title: z.string(),
    explanation: z.string(),
    ownerAdvice: z.string(),
    installerAdvice: z.string(),
    severity: z.enum(['minor', 'major', 'critical']),
    state: z.enum(alarmStates),
    sns: z
      .array(z.string())
      .max(50)
      .describe(
        'Affected devices, up to 50, a gateway that is not reporting first; empty: the entire plant.',
      ),
    alias: z.string().describe('Of the device, if there is exactly one.'),
    deviceCount: count,
    gateway: z.string().describe("Name of a gateway that is not reporting; '' for any other alarm."),
    behindCount: count.describe(
      'Devices that are not reporting because of the gateway; a composite device and its components count as one.',
    ),
    findingId: z
      .number()
      .int()
      .nullable()
      .describe('Finding of the analytics behind the alarm; `explanation` is then its sentence.'),
    addrs: z.array(z.number().int()).describe('Inputs of the affected modules; empty: entire devices.'),
    begunAt: instant.describe('Of this occurrence.'),
    raisedAt: instant,
    endedAt: instant.nullable(),
    times: count.describe('Number of times it was raised.'),
    lostKwh: z
      .number()
      .nullable()
      .describe(
        'Energy lost to date; null if unknown. Of an alarm with a finding, `lostKwh` of the finding (mostly DC energy), else an estimate from comparable devices.',
      ),
    lostMoney: z.number().nullable().describe('The same, valued at the current tariff; null without one.'),
    currency: z.string().describe('ISO 4217.'),
    isSo: z.boolean().describe('Whether the cause was still present at the last check, as far as known.'),
    isFolded: z.boolean().describe('Grouped under a more severe alarm.'),
    snoozedUntil: instant.nullable(),
    assignedUid: z.string(),
    assignedName: z.string().describe("Assignee, if the caller may know them; else ''."),
    mayEdit: z.boolean().describe('Whether the caller may change the plant, and so act on the alarm.'),
  })
  .meta({ id: 'AlarmRow' });

const alarmStepRow = z
  .object({
    at: instant,
    step: z.enum(alarmSteps),
    who: z.string().describe("Who did it, if the caller may know them; '' for no user."),
    isByPerson: z.boolean(),
    toWhom: z.string(),
    until: instant.nullable(),
    comment: z.string(),
  })
  .meta({ id: 'AlarmStep' });

export const alarm = {
  list: endpoint({
    path: 'v2/alarm/list',
    summary: 'Alarms of all plants: active ones, most severe first, then newest.',
    grant: alarmsPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of a plant name or serial number.'),
        sid: filterText,
        sn: filterText,
        state: filterText.describe(`One of ${alarmStates.join(', ')}; \`standing\`: none that has ended.`),
        severity: filterText,
        key: filterText,
        owner_uid: filterText.describe('Extension: plants owned by this user, as user ID.'),
        company_id: filterWhole.describe('Extension: plants managed by this company.'),
        with_below: filterFlag.describe(
          'Extension: with `company_id`, includes plants of its child companies.',
        ),
        mine: filterFlag.describe('True: only alarms assigned to the caller.'),
      }),
      withFolded: flag(false).describe('Includes alarms grouped under more severe ones.'),
      sort: sortBy(['severity', 'siteName', 'begunAt', 'raisedAt', 'endedAt']),
    }),
    output: pageOf(alarmRow).extend({
      counts: z
        .object({ open: count, acknowledged: count, snoozed: count })
        .describe('Of all active alarms visible to the caller.'),
    }),
  }),
  count: endpoint({
    path: 'v2/alarm/count',
    summary: 'Number of active alarms that have not been acknowledged.',
    grant: alarmsPage,
    input: noInput,
    output: z.object({ open: count }),
  }),
  detail: endpoint({
    path: 'v2/alarm/detail',
    summary: 'One alarm with its history and its grouped alarms.',
    grant: alarmsPage,
    input: body({ alarmId }),
    output: alarmRow.extend({
      steps: z.array(alarmStepRow),
      folded: z.array(alarmRow),
      caseId: z.number().int().nullable().describe('Its case, if the caller may see cases; null: none.'),
    }),
  }),
  assignees: endpoint({
    path: 'v2/alarm/assignees',
    summary: 'Users who can be assigned an alarm: those with access to its plant whom the caller may know.',
    grant: alarmUpdateButton,
    input: body({ alarmId }),
    output: z.object({ list: z.array(z.object({ uid: z.string(), name: z.string() })) }),
  }),
  acknowledge: endpoint({
    path: 'v2/alarm/acknowledge',
    summary: 'Acknowledges these alarms.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, comment }),
    output: nothing,
  }),
  assign: endpoint({
    path: 'v2/alarm/assign',
    summary: 'Assigns these alarms to a user, or to none.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, assigneeUid: text(60).describe("'' for none."), comment }),
    output: nothing,
  }),
  snooze: endpoint({
    path: 'v2/alarm/snooze',
    summary: 'Mutes these alarms for some hours; 0 unmutes them.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, hours: whole(0, SNOOZE_DAYS * 24), comment }),
    output: nothing,
  }),
  comment: endpoint({
    path: 'v2/alarm/comment',
    summary: 'Adds a comment to an alarm.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmId, comment: neededText(1000) }),
    output: nothing,
  }),
  clear: endpoint({
    path: 'v2/alarm/clear',
    summary:
      'Resolves alarms whose cause can no longer be checked, such as a fault code of an inverter that is not reporting. An alarm whose cause persists cannot be resolved this way.',
    grant: alarmUpdateButton,
    writes: true,
    input: body({ alarmIds, comment }),
    output: nothing,
  }),
  mailed: endpoint({
    path: 'v2/alarm/mailed',
    summary:
      'The alarm that the link in an email names, in the language of its reader. Does not acknowledge it.',
    grant: open,
    input: body({ token: linkToken }),
    output: z.object({
      siteName: z.string(),
      title: z.string().describe('Includes the severity.'),
      where: z.string().describe('The affected device, or the entire plant.'),
      since: z.string(),
      explanation: z.string(),
      advice: z.string(),
    }),
  }),
  mailedAcknowledge: endpoint({
    path: 'v2/alarm/mailed/acknowledge',
    summary: 'Acknowledges the alarm that the link in an email names, on behalf of its reader.',
    grant: open,
    writes: true,
    input: body({ token: linkToken }),
    output: nothing,
  }),
  notices: endpoint({
    path: 'v2/alarm/notices',
    summary: "The caller's alarm notification settings and most recent notifications.",
    grant: signedIn,
    input: noInput,
    output: z.object({
      critical: way,
      major: way,
      minor: way,
      ofOthers: z.boolean().describe('Includes plants that the caller installed or can edit.'),
      quietFrom: z.number().int().nullable(),
      quietTo: z.number().int().nullable(),
      fleetDigest: z
        .boolean()
        .nullable()
        .describe(
          'Whether the weekly digest of the fleet desk is sent; null: the caller may not see the desk.',
        ),
      webhookUrl: z.string(),
      hasWebhookSecret: z.boolean(),
      email: z.string(),
      hasMailServer: z.boolean().describe('False: emails stay in the outbox.'),
      browsers: z
        .array(z.object({ id: z.number().int(), device: z.string(), addedAt: instant }))
        .describe('Browsers that receive web push notifications.'),
      told: z.array(notice).max(20),
    }),
  }),
  noticesSet: endpoint({
    path: 'v2/alarm/notices/set',
    summary: "Changes the caller's alarm notification settings.",
    grant: signedIn,
    writes: true,
    input: body({
      critical: way,
      major: way,
      minor: way,
      ofOthers: flag(false),
      quietFrom: hourOrNone,
      quietTo: hourOrNone,
      fleetDigest: filterFlag.describe(
        'Whether to send the weekly digest of the fleet desk; absent: as it is.',
      ),
      webhookUrl: text(500).describe("'' for none."),
      renewSecret: flag(false).describe('Generates a new key; a new address always gets one.'),
    }),
    output: z.object({
      webhookSecret: z.string().describe("The key that signs calls, shown only once; '' if unchanged."),
    }),
  }),
  noticesTest: endpoint({
    path: 'v2/alarm/notices/test',
    summary: 'Sends the caller a test email or browser notification, or calls their webhook.',
    grant: signedIn,
    writes: true,
    input: body({ channel: z.enum(noticeChannels).default('mail') }),
    output: z.object({
      error: z
        .string()
        .describe(
          "Reason for the failure; '' for none. An email waits in the outbox when the mail server cannot be reached.",
        ),
    }),
  }),
  noticesPushKey: endpoint({
    path: 'v2/alarm/notices/push/key',
    summary: 'The public key with which a browser subscribes at its push service (VAPID).',
    grant: signedIn,
    // The first who asks has it made.
    writes: true,
    input: noInput,
    output: z.object({ publicKey: z.string().describe('base64url') }),
  }),
  noticesPush: endpoint({
    path: 'v2/alarm/notices/push',
    summary: 'Enables alarm notifications by web push in this browser.',
    grant: signedIn,
    writes: true,
    input: body({
      endpoint: neededText(1000).describe("Address at the browser's push service, https."),
      p256dh: neededText(120).describe('Public key of the browser, base64url.'),
      auth: neededText(60).describe('Authentication secret of the browser, base64url.'),
    }),
    output: nothing,
  }),
  noticesPushEnd: endpoint({
    path: 'v2/alarm/notices/push/end',
    summary: "Disables web push in one of the caller's browsers.",
    grant: signedIn,
    writes: true,
    input: body({ id: whole(1, 1e12) }),
    output: nothing,
  }),
} satisfies Contract;
