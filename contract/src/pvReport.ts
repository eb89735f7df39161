// Reports of a plant: what a person is sent of it, and any period on demand, to be looked at, saved or mailed.
import { reportPeriods } from '@helioport/domain/reportSpans';
import { z } from 'zod';
import { type Contract, endpoint, open } from './endpoint.ts';
import { nothing, writtenFile } from './envelope.ts';
import { plantReportButton, pvPlantPage } from './grants.ts';
import { body, day, dayRange, flag, languageAsked, neededText, sid, wholeOr } from './values.ts';

/** Which report: a period by its name, with the day, the hour or the days that it needs. */
const asked = {
  sid,
  period: z
    .enum(reportPeriods)
    .nullish()
    .transform((period) => period ?? 'daily'),
  date: day.describe('A day of the period; absent: of the newest one that is over, of an hour today.'),
  hour: wholeOr(0, 0, 24).describe('Of `hour`: counted from the midnight of the plant.'),
  rangeDate: dayRange.describe('Of `range`: YYYY-MM-DD~YYYY-MM-DD; absent: the last seven days.'),
  languageCode: languageAsked,
};

export const pvReport = {
  reportSettings: endpoint({
    path: 'v1/pv/report/settings',
    summary: 'Which reports of a plant the caller is mailed.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      sid: z.string(),
      email: z.string().describe('Where they go.'),
      daily: z.boolean(),
      weekly: z.boolean(),
      monthly: z.boolean(),
      yearly: z.boolean(),
      languageCode: z.number().int().nullable().describe('null: the language of the account.'),
      withPdf: z.boolean(),
      alertHourly: z.boolean().describe('Mails about alarms come again every hour while they stand.'),
      alertTime: z.boolean().describe('They come only within the alert window, unless they are critical.'),
      alertStart: z.number().int().describe('Hour on the clock of the plant at which the window begins.'),
      alertEnd: z.number().int().describe('And at which it ends.'),
    }),
  }),
  reportSetUp: endpoint({
    path: 'v1/pv/report/setUp',
    summary:
      'Sets which reports of a plant the caller is mailed; a report comes in the morning after its period.',
    grant: plantReportButton,
    writes: true,
    input: body({
      sid,
      daily: flag(false),
      weekly: flag(false),
      monthly: flag(false),
      yearly: flag(false),
      languageCode: languageAsked,
      withPdf: flag(true),
      alertHourly: z.boolean().nullish().describe('Absent, as the three below: it stays as it is.'),
      alertTime: z.boolean().nullish(),
      ...{ alertStart: wholeOr(null, 0, 24), alertEnd: wholeOr(null, 0, 24) },
    }),
    output: nothing,
  }),
  reportView: endpoint({
    path: 'v1/pv/report/view',
    summary: 'A report of a plant as it would be mailed.',
    grant: pvPlantPage,
    input: body(asked),
    output: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string().describe('Escaped by the server; to be shown in a sandboxed frame only.'),
    }),
  }),
  reportPdf: endpoint({
    path: 'v1/pv/report/pdf',
    summary: 'A report of a plant as a PDF.',
    grant: pvPlantPage,
    queue: 'documents',
    input: body(asked),
    output: writtenFile,
  }),
  reportMail: endpoint({
    path: 'v1/pv/report/mail',
    summary: 'Mails a report of a plant to the caller, so that he sees what will come.',
    grant: plantReportButton,
    writes: true,
    queue: 'documents',
    input: body(asked),
    output: z.object({ email: z.string() }),
  }),
  reportUnsubscribe: endpoint({
    path: 'v1/pv/report/unsubscribe',
    summary: 'Ends the reports or the alarms of one plant to one person, by the link of a mail.',
    grant: open,
    writes: true,
    input: body({ token: neededText(200) }),
    output: z.object({
      siteName: z.string(),
      what: z.enum(['reports', 'alarms']).describe('What the link was about.'),
    }),
  }),
} satisfies Contract;
