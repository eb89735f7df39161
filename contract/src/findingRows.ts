// A finding as answers carry it: what is wrong with a plant, since when, what it costs and what to do.
import { findingCauses, irradianceSources } from '@helioport/domain/analytics/types';
import { severities } from '@helioport/domain/condition';
import { z } from 'zod';

export const findingConfidences = ['high', 'medium', 'low'] as const;
export const findingScopes = ['module', 'device', 'array', 'plant'] as const;

/** An instant with the UTC offset of the plant, such as `2026-11-04T12:35:00+01:00`. */
export const plantInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/)
  .describe('ISO 8601 with the UTC offset of the plant at that instant.');

const amount = z.number().nullable();
export const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe("Day of the plant's calendar, YYYY-MM-DD.");

export const irradianceSource = z
  .enum(irradianceSources)
  .nullable()
  .describe('Where the irradiance behind the expected energy came from; null: nothing is expected.');

/** How the ratio of produced to expected energy is called. */
export const ratioKind = z
  .enum(['performance', 'clearSky'])
  .nullable()
  .describe(
    '`clearSky`: expected energy rests on clear sky alone, so the ratio is a clear-sky ratio. `performance`: produced over expected energy (energy performance index), not the performance ratio of IEC 61724-1, whose reference is the rated power.',
  );

export const findingRow = z
  .object({
    id: z.number().int(),
    plant: z.string().describe('Site id.'),
    plantName: z.string(),
    timezone: z.string(),
    scope: z.enum(findingScopes).describe('What the finding is about.'),
    module: z.string().nullable().describe('`<SN>_<addr>` of the module; null where it is not one module.'),
    moduleName: z.string().describe("Of the module, or ''."),
    device: z
      .string()
      .nullable()
      .describe('Serial number of the device, also of the module; null where it is not one device.'),
    deviceName: z.string().describe("Alias, or ''."),
    array: z
      .number()
      .int()
      .nullable()
      .describe('Number of the array in which it lies; null for none, or several.'),
    arrayName: z.string(),
    modules: z
      .array(z.object({ plcSN: z.string(), sn: z.string(), addr: z.number().int() }))
      .max(64)
      .describe('Modules that lose energy, 64 at most.'),
    moduleCount: z.number().int().nonnegative(),
    cause: z.enum(findingCauses),
    confidence: z.enum(findingConfidences),
    probability: z.number().min(0).max(1),
    isFault: z.boolean().describe('False: information, such as clipping or snow.'),
    severity: z
      .enum(severities)
      .describe('Of its alarm, as in `v2/alarm/list`; of a fault without one, that of its cause.'),
    since: plantInstant.describe('When the loss began; ISO 8601.'),
    until: plantInstant.nullable().describe('When the evidence ended; null while it is open.'),
    detectedAt: plantInstant.describe('When the data first sufficed to report it.'),
    lostKwh: z
      .number()
      .describe(
        'Energy lost from `since` to `until`, or to the end of the evaluated time: DC energy of the inputs, without conversion losses; AC energy of devices that do not report their inputs.',
      ),
    lostMoney: amount.describe(
      '`lostKwh` of each day times the price per kWh in force on it, without deduction for conversion; null without a price.',
    ),
    currency: z.string().describe('ISO 4217.'),
    lostKwhPerYear: amount.describe('Like `lostKwh`, if nothing is done; null: cannot be estimated.'),
    lostMoneyPerYear: amount.describe('`lostKwhPerYear` by the price in force now.'),
    recovered: z
      .object({
        kwhPerDay: z.number(),
        moneyPerDay: amount,
      })
      .nullable()
      .describe('Per day since it was resolved; null: open, or unknown.'),
    recommendation: z
      .object({ owner: z.string(), installer: z.string() })
      .describe('What the owner and the installer can do, in the language of the caller; empty: no advice.'),
    sentence: z.string().describe('What it is, in the language of the caller.'),
    alarmId: z.number().int().nullable().describe('Its alarm; null: none was raised.'),
    caseId: z
      .number()
      .int()
      .nullable()
      .describe('The case that it belongs to, as far as the caller sees cases.'),
    mayEdit: z.boolean().describe('Whether the caller may change its plant.'),
  })
  .meta({ id: 'FindingRow' });

export const findingEvidence = z
  .object({
    name: z.string().describe('Key of its text is `finding.evidence.<name>`.'),
    value: z.union([z.number(), z.string()]),
    unit: z
      .enum(['ratio', 'V', 'A', 'W', 'Wh', '°C', 'deg', 'min', 'days', 'percentPerDay', 'mm'])
      .nullable(),
  })
  .meta({ id: 'FindingEvidence' });

const values = z.array(z.number().nullable());

/** Per day: produced energy, expected energy, and energy of comparable modules. */
export const dailyCurve = z
  .object({
    days: z.array(localDay),
    produced: values.describe('kWh; null: unknown.'),
    expected: values.describe('kWh under the irradiance of the day, with learned corrections.'),
    siblings: values.describe('kWh of the median comparable module, scaled to the same rated power.'),
    completeness: values.describe('0 to 1.'),
    irradianceSource: z.array(irradianceSource),
  })
  .meta({ id: 'DailyCurve' });

/** One day in slots. */
export const dayCurve = z
  .object({
    day: localDay,
    startAt: z.number().int().describe('First slot, milliseconds since 1970.'),
    stepMs: z.number().int(),
    produced: values.describe('W; null is a gap.'),
    expected: values.describe('W of the same modules.'),
    siblings: values.describe('W of the median comparable module, scaled to the same rated power.'),
    voltage: values.describe('V of the module; empty where it is not one module.'),
    siblingsVoltage: values.describe('V of the median comparable module.'),
    current: values.describe('A of the module.'),
    acVoltage: values.describe('V of its device.'),
    temperature: values.describe('°C of its device.'),
    irradianceSource,
  })
  .meta({ id: 'DayCurve' });

/** Transmittance of direct light by sun position, as it was learned. */
export const shadingMap = z
  .object({
    azimuths: z.array(z.number()).describe('Centers of the columns, degrees clockwise from north.'),
    elevations: z.array(z.number()).describe('Centers of the rows, degrees above the horizon.'),
    cells: z
      .array(values)
      .describe('Row by row: share of the expected power that arrives, 0 to 1; null: not learned yet.'),
    window: z
      .object({
        azimuthFrom: z.number(),
        azimuthTo: z.number(),
        elevationFrom: z.number(),
        elevationTo: z.number(),
      })
      .nullable()
      .describe('Where a finding of shading sees the obstacle; null for none.'),
  })
  .meta({ id: 'ShadingMap' });
