// Weather and email reports of a plant.
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
  .describe("`YYYY-MM-DD` in the plant's calendar.");

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
    sunrise: instant.describe('Milliseconds since 1970; null if it does not rise.'),
    sunset: instant.describe('Milliseconds since 1970; null if it does not set.'),
    clearSkyKwh: z
      .number()
      .nullable()
      .describe(
        'Clear-sky energy of the entire day for the current plant configuration; null if it cannot be calculated.',
      ),
  })
  .meta({ id: 'SunDay' });

const optionFlags = { optionsDaily: flag(false), optionsWeekly: flag(false), optionsMonthly: flag(false) };

export const pv = {
  weather7Day: endpoint({
    path: 'v1/pv/weather7Day',
    aliases: ['v2/site/weather7Day'],
    summary:
      'Seven-day weather forecast for the plant, an empty list without a forecast service; and calculated values.',
    grant: plantWeatherModule,
    input: body({ sid }),
    output: z.object({
      days: z.number().int(),
      temperatureUnit: z.string(),
      list: z.array(weatherDay),
      source: z
        .enum(['none', 'open-meteo'])
        .describe(
          'Extension: the forecast service in use. With a service and an empty list, it is currently unavailable.',
        ),
      sun: z
        .array(sunDay)
        .describe(
          "Extension: the same seven days as calculated, not a forecast; empty if the plant's location is unknown.",
        ),
      clearSkyBasis: clearSkyBasis.describe('Extension: as in v2/site/statistics/echarts.'),
    }),
  }),
  snReportSettings: endpoint({
    path: 'v1/pv/sn/report/settings',
    aliases: ['v2/site/sn/report/settings'],
    summary: "Reports and alerts of a device's plant that the caller receives by email.",
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
    summary: "Sets the reports and alerts of a device's plant that the caller receives by email.",
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
    summary: 'Deletes a plant with its history; its devices no longer belong to a plant.',
    grant: plantDeleteButton,
    writes: true,
    input: body({
      sid,
      siteName: textIfGiven(120).describe(
        'The plant name, typed by the user as confirmation; rejected if it differs. Absent: not required.',
      ),
    }),
    output: nothing,
  }),
  ...pvReport,
} satisfies Contract;
