// Expected and produced energy of a plant.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { writtenFile } from './envelope.ts';
import { dayCurve, irradianceSource, localDay, ratioKind } from './findingRows.ts';
import { pvPlantPage } from './grants.ts';
import { body, day, dayOrRange, dayRange, sid, text, whole, wholeOr } from './values.ts';

const amount = z.number().nullable();
const values = z.array(amount);

export const siteExpected = {
  expected: endpoint({
    path: 'v2/site/expected',
    summary: 'Expected next to produced energy: 1 power of a day, 3 days, 5 months.',
    grant: pvPlantPage,
    input: body({
      sid,
      types: whole(0, 99),
      date: dayOrRange,
      rangeDate: dayRange,
    }),
    output: z.object({
      labels: z.array(z.string()).describe('Type 1: HH:mm of the slots. 3: YYYY-MM-DD. 5: YYYY-MM.'),
      startAt: z.number().int().nullable().describe('Type 1: first slot, milliseconds since 1970.'),
      stepMs: z.number().int().nullable(),
      unit: z.enum(['W', 'kWh']),
      produced: values.describe('null: unknown, or not yet.'),
      expected: values.describe(
        'Under the irradiance of the time; of the running day under clear sky where nothing else is known yet.',
      ),
      clearSky: values.describe('Under a clear sky.'),
      completeness: values.describe('Received share, 0 to 1.'),
      sources: z.array(irradianceSource).describe('Per label; type 1: one for the day.'),
      producedKwh: amount.describe(
        'Of the modules, DC energy of the inputs as in findings, where both are known.',
      ),
      expectedKwh: amount,
      ratio: amount.describe('Produced over expected where both are known; null: nothing is expected.'),
      ratioKind,
      specificYield: amount.describe('kWh per kWp (final yield of IEC 61724-1).'),
      performanceRatio: amount.describe(
        'Performance ratio of IEC 61724-1 by the irradiance of the weather source, over the days with energy and irradiance. null: no weather source, an array without orientation, or less than 80 % of the days known.',
      ),
      referenceYield: amount.describe('Reference yield of these days, h.'),
      ratioCoverage: amount.describe(
        'Share of these days among those of the period that are over, since the first reading, 0 to 1.',
      ),
      evaluatedUntil: localDay.nullable().describe('Last evaluated day; null: none yet.'),
      waitingDays: z
        .number()
        .int()
        .nonnegative()
        .describe(
          'Completed days with readings that are still to be evaluated; 0 after an import: all of them are.',
        ),
    }),
  }),
  modulesExpected: endpoint({
    path: 'v2/site/modules/expected',
    summary: 'Every module of a plant: produced over expected energy of the last days, for the roof.',
    grant: pvPlantPage,
    input: body({ sid, days: wholeOr(1, 1, 60).describe('Evaluated days back from the last one.') }),
    output: z.object({
      from: localDay.nullable(),
      to: localDay.nullable(),
      ratioKind,
      list: z.array(
        z
          .object({
            plcSN: z.string(),
            sn: z.string(),
            addr: z.number().int(),
            producedKwh: amount,
            expectedKwh: amount,
            ratio: amount,
            completeness: amount,
            findingId: z.number().int().nullable().describe('The open fault that costs most.'),
          })
          .meta({ id: 'ModuleExpected' }),
      ),
    }),
  }),
  modulesDay: endpoint({
    path: 'v2/site/modules/day',
    summary:
      'Energy of every module on one day in plant time, as a CSV or JSON file. A row with the scope `rest` states what the modules of a device, or the devices of the plant, lack of its energy, so that all rows add up to the energy of the plant. Unknown energy is empty, with the mark `noData`; further marks are `running` (day not over), `partial` (readings are missing) and `corrected` (a gap or counter reset was bridged).',
    grant: pvPlantPage,
    queue: 'bulk',
    input: body({
      sid,
      date: day.describe('YYYY-MM-DD; absent: today in plant time.'),
      format: z.enum(['csv', 'json']).default('csv'),
    }),
    output: writtenFile,
  }),
  expectedDay: endpoint({
    path: 'v2/site/expected/day',
    summary: 'One module, device or the plant on one day in slots, next to what was expected.',
    grant: pvPlantPage,
    input: body({
      sid,
      date: dayOrRange,
      sn: text(70).describe('Absent: the plant.'),
      addr: wholeOr(null, 1, 256).describe('Absent: the device.'),
    }),
    output: dayCurve,
  }),
} satisfies Contract;
