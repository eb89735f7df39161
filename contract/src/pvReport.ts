// Reports of a plant: what a person is sent of it, and any period on demand, to be looked at, saved or mailed.
import { reportPeriods } from '@helioport/domain/reportSpans';
import { z } from 'zod';
import { type Contract, endpoint, open } from './endpoint.ts';
import { nothing, writtenFile } from './envelope.ts';
import { plantReportButton, pvPlantPage } from './grants.ts';
import { body, day, dayRange, flag, neededText, requestedLanguage, sid, wholeOr } from './values.ts';

/** Which report: a period by its name, with the day, the hour or the days that it needs. */
const reportInput = {
  sid,
  period: z
    .enum(reportPeriods)
    .nullish()
    .transform((period) => period ?? 'daily'),
  date: day.describe('A day of the period; absent: the latest completed one, for `hour` today.'),
  hour: wholeOr(0, 0, 24).describe('For `hour`: counted from midnight in plant time.'),
  rangeDate: dayRange.describe('For `range`: YYYY-MM-DD~YYYY-MM-DD; absent: the last seven days.'),
  languageCode: requestedLanguage,
};

export const pvReport = {
  reportSettings: endpoint({
    path: 'v1/pv/report/settings',
    summary: 'Reports of a plant that the caller receives by email.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      sid: z.string(),
      email: z.string().describe('Recipient address.'),
      daily: z.boolean(),
      weekly: z.boolean(),
      monthly: z.boolean(),
      yearly: z.boolean(),
      languageCode: z.number().int().nullable().describe('null: language of the account.'),
      withPdf: z.boolean(),
      alertHourly: z.boolean().describe('Alarm emails are repeated every hour while alarms are active.'),
      alertTime: z.boolean().describe('Only within the alert window, except critical alarms.'),
      alertStart: z.number().int().describe('Start of the alert window, hour in plant time.'),
      alertEnd: z.number().int().describe('End of the alert window, hour in plant time.'),
    }),
  }),
  reportSetUp: endpoint({
    path: 'v1/pv/report/setUp',
    summary:
      'Sets the reports of a plant that the caller receives by email; a report arrives in the morning after its period.',
    grant: plantReportButton,
    writes: true,
    input: body({
      sid,
      daily: flag(false),
      weekly: flag(false),
      monthly: flag(false),
      yearly: flag(false),
      languageCode: requestedLanguage,
      withPdf: flag(true),
      alertHourly: z.boolean().nullish().describe('Absent, like the three below: unchanged.'),
      alertTime: z.boolean().nullish(),
      alertStart: wholeOr(null, 0, 24),
      alertEnd: wholeOr(null, 0, 24),
    }),
    output: nothing,
  }),
  reportView: endpoint({
    path: 'v1/pv/report/view',
    summary: 'A report of a plant as it would be sent.',
    grant: pvPlantPage,
    input: body(reportInput),
    output: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string().describe('Escaped by the server; for display in a sandboxed frame only.'),
    }),
  }),
  reportPdf: endpoint({
    path: 'v1/pv/report/pdf',
    summary: 'A report of a plant as a PDF.',
    grant: pvPlantPage,
    queue: 'documents',
    input: body(reportInput),
    output: writtenFile,
  }),
  reportMail: endpoint({
    path: 'v1/pv/report/mail',
    summary: 'Sends a report of a plant to the caller by email, as a preview.',
    grant: plantReportButton,
    writes: true,
    queue: 'documents',
    input: body(reportInput),
    output: z.object({ email: z.string() }),
  }),
  reportUnsubscribe: endpoint({
    path: 'v1/pv/report/unsubscribe',
    summary: 'Stops the reports or alarm emails of one plant to one user, with the link from an email.',
    grant: open,
    writes: true,
    input: body({ token: neededText(200) }),
    output: z.object({
      siteName: z.string(),
      what: z.enum(['reports', 'alarms']).describe('Which emails the link stops.'),
    }),
  }),
} satisfies Contract;
