// One module as the analytics sees it, and modules of any plants side by side.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { dailyCurve, findingRow, localDay, ratioKind, shadingMap } from './findingRows.ts';
import { pvPlantPage } from './grants.ts';
import { body, dayRange, listOf, sid, sn, whole } from './values.ts';

/** Most modules per comparison. */
export const MODULES_COMPARED_MAX = 12;

const addr = whole(1, 256).describe('Number of the input, from 1.');
const amount = z.number().nullable();
const values = z.array(amount);

const sunPath = z.object({
  day: localDay,
  azimuth: z.array(z.number()).describe('Degrees clockwise from north, while the sun is up.'),
  elevation: z.array(z.number()).describe('Degrees above the horizon.'),
  times: z.array(z.string()).describe('HH:mm of the plant.'),
});

export const deviceModulesAnalytics = {
  modulesAnalytics: endpoint({
    path: 'v2/device/modules/analytics',
    summary:
      'One module next to its expected energy, comparable modules and the previous year, with its shading map.',
    grant: pvPlantPage,
    input: body({
      sn,
      sid: sid.nullish(),
      addr,
      rangeDate: dayRange.describe('400 days at most; absent: the last 60.'),
    }),
    output: z.object({
      sid: z.string(),
      siteName: z.string(),
      timezone: z.string(),
      plcSN: z.string(),
      ratedW: amount,
      array: z
        .object({
          id: z.number().int(),
          name: z.string(),
          tiltDeg: amount,
          azimuthDeg: amount,
          modules: z.number().int(),
        })
        .nullable(),
      daily: dailyCurve.extend({ previousYear: values.describe('kWh of the same days a year earlier.') }),
      ratio: amount.describe('Produced over expected in this time.'),
      ratioKind,
      siblingsRatio: amount.describe('The same of the median comparable module.'),
      siblings: z.array(
        z.object({
          plcSN: z.string(),
          sn: z.string(),
          addr: z.number().int(),
          name: z.string().describe('Name of the device, or its serial number, and the input.'),
          ratio: amount,
        }),
      ),
      findings: z.array(findingRow).max(50).describe('Open ones, then closed ones, newest first.'),
      shading: shadingMap.nullable().describe('null: not learned yet.'),
      sunPaths: z.array(sunPath).describe('Solstices, equinox and today; none without coordinates.'),
      evaluatedUntil: localDay.nullable(),
    }),
  }),
  modulesCompare: endpoint({
    path: 'v2/device/modules/compare',
    summary: `Modules of any plants side by side, ${MODULES_COMPARED_MAX} at most: energy per kWp and produced over expected by days.`,
    grant: pvPlantPage,
    input: body({
      modules: listOf(z.object({ sn, addr }), MODULES_COMPARED_MAX),
      rangeDate: dayRange.describe('400 days at most; absent: the last 30.'),
    }),
    output: z.object({
      days: z.array(localDay),
      list: z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          plcSN: z.string(),
          ratedW: amount,
          specific: values.describe('kWh per kWp.'),
          ratio: values.describe('Produced over expected.'),
          totalSpecific: amount,
          totalRatio: amount,
        }),
      ),
    }),
  }),
} satisfies Contract;
