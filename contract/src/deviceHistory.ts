// The history of a device as a person reads it: columns once, then a row of numbers per report.
import { z } from 'zod';
import { detailFrom } from './figures.ts';

export const historyColumn = z
  .object({
    id: z
      .string()
      .describe(
        '`acVoltage`, of inputs and phases `dcVoltage_2`, of the parts of a machine `meter.gridPower`.',
      ),
    key: z.string().describe('Key of the catalogue of measures.'),
    addr: z.number().int().describe('Input or phase from 1; 0 for the device.'),
    unit: z.string(),
    decimals: z.number().int(),
  })
  .meta({ id: 'HistoryColumn' });

const value = z.number().nullable();

export const historyRows = z
  .object({
    timezone: z.string(),
    columns: z.array(historyColumn),
    rows: z.array(
      z.object({
        at: z.number().describe('Instant in ms.'),
        status: z.string().describe('Code of four hex digits; 0000 is none.'),
        values: z.array(value).describe('One per column, in its unit; null: not measured.'),
      }),
    ),
    next: z.number().nullable().describe('Send as `before` for the rows that follow; null: there are none.'),
    detailFrom,
  })
  .meta({ id: 'HistoryRows' });

export const historyCurves = z
  .object({
    timezone: z.string(),
    startAt: z.number().describe('Instant in ms at which the first step begins.'),
    stepMinutes: z.number().int(),
    lines: z.array(
      historyColumn.extend({ values: z.array(value).describe('Means, one per step; null: a gap.') }),
    ),
  })
  .meta({ id: 'HistoryCurves' });
