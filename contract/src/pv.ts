// What hangs on a plant besides its figures: the weather of its place and the reports it mails.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { clearSkyBasis } from './figures.ts';
import { plantDeleteButton, plantReportButton, plantWeatherModule, pvPlantPage } from './grants.ts';
import { pvReport } from './pvReport.ts';
import { body, flag, listOf, sid, sn, textIfGiven, whole } from './values.ts';

/** An hour of the day as text, `0` to `24`. */
const hourText = z.string().regex(/^(1?\d|2[0-4])$/);
const hour = whole(0, 24).transform(String);

const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('`YYYY-MM-DD`, local at the plant.');

const weatherDay = z
  .object({
    datetime: localDay,
    temp: z.number(),
    tempMax: z.number(),
    tempMin: z.number(),
    icon: z.string().describe('Name of the icon set that clients know: `clear-day`, `rain`, `snow` …'),
    week: z.string(),
    conditions: z.string(),
  })
  .meta({ id: 'WeatherDay' });

const instant = z.number().int().nullable();
const sunDay = z
  .object({
    datetime: localDay,
    light: z
      .enum(['normal', 'polarDay', 'polarNight'])
      .describe('Whether the sun rises and sets that day; else it is up, or down, all day.'),
    sunrise: instant.describe('Milliseconds since 1970; null where it does not rise.'),
    sunset: instant.describe('Milliseconds since 1970; null where it does not set.'),
    clearSkyKwh: z
      .number()
      .nullable()
      .describe(
        'What the plant as it is today makes of the whole day under a clear sky; null where nobody can compute it.',
      ),
  })
  .meta({ id: 'SunDay' });

const optionFlags = { optionsDaily: flag(false), optionsWeekly: flag(false), optionsMonthly: flag(false) };

export const pv = {
  weather7Day: endpoint({
    path: 'v1/pv/weather7Day',
    aliases: ['v2/site/weather7Day'],
    summary:
      'Seven days of weather at the plant, an empty list where no forecast source is set; and what is computed of them.',
    grant: plantWeatherModule,
    input: body({ sid }),
    output: z.object({
      days: z.number().int(),
      temperatureUnit: z.string(),
      list: z.array(weatherDay),
      source: z
        .enum(['none', 'open-meteo'])
        .describe(
          'Ours: whom this server asks. With a source and an empty list, it cannot be reached at the moment.',
        ),
      sun: z
        .array(sunDay)
        .describe(
          'Ours: the same seven days by computation, no forecast; empty for a plant of unknown place.',
        ),
      clearSkyBasis: clearSkyBasis.describe('Ours: as in v2/site/statistics/echarts.'),
    }),
  }),
  snReportSettings: endpoint({
    path: 'v1/pv/sn/report/settings',
    aliases: ['v2/site/sn/report/settings'],
    summary: 'Which reports and alerts of the plant of a device the caller is mailed.',
    grant: pvPlantPage,
    input: body({ sid: sid.nullish(), sn }),
    output: z.object({
      sn: z.string(),
      optionsDaily: z.boolean(),
      optionsWeekly: z.boolean(),
      optionsMonthly: z.boolean(),
      alertHourly: z.boolean(),
      alertTime: z.boolean(),
      alertStart: hourText,
      alertEnd: hourText,
    }),
  }),
  snReportSetUp: endpoint({
    path: 'v1/pv/sn/report/setUp',
    aliases: ['v2/site/sn/report/setUp'],
    summary: 'Sets which reports and alerts of the plant of a device the caller is mailed.',
    grant: plantReportButton,
    writes: true,
    /** `from` repeats start and end as a pair, as the form of one client has it; `alertStart` and `alertEnd` win. */
    input: body({
      sid: sid.nullish(),
      sn,
      ...optionFlags,
      alertHourly: flag(false),
      alertTime: flag(false),
      from: listOf(hour, 2),
      alertStart: hour.nullish(),
      alertEnd: hour.nullish(),
    }),
    output: nothing,
  }),
  delete: endpoint({
    path: 'v1/pv/delete',
    aliases: ['v2/site/delete'],
    summary: 'Deletes a plant with its history; its devices are of no plant afterwards.',
    grant: plantDeleteButton,
    writes: true,
    input: body({
      sid,
      siteName: textIfGiven(120).describe(
        'The name of the plant, typed by the user as a confirmation; refused when it differs. Absent: not asked for.',
      ),
    }),
    output: nothing,
  }),
  ...pvReport,
} satisfies Contract;
