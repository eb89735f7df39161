// The history of a device as a person reads it: columns once, then a row of numbers per report.
import { z } from 'zod';
import { detailFrom } from './figures.ts';

export const historyColumn = z
  .object({
    id: z
      .string()
      .describe(
        '`acVoltage`; for inputs and phases `dcVoltage_2`; for components of a composite device `meter.gridPower`.',
      ),
    key: z.string().describe('Key in the catalog of measurements.'),
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
        at: z.number().describe('Time in ms.'),
        status: z.string().describe('Code of four hex digits; 0000 is none.'),
        values: z.array(value).describe('One per column, in its unit; null: not measured.'),
      }),
    ),
    next: z.number().nullable().describe('Pass as `before` for the next rows; null: no more rows.'),
    detailFrom,
  })
  .meta({ id: 'HistoryRows' });

export const historyCurves = z
  .object({
    timezone: z.string(),
    startAt: z.number().describe('Start of the first step in ms.'),
    stepMinutes: z.number().int(),
    lines: z.array(
      historyColumn.extend({ values: z.array(value).describe('Averages, one per step; null: gap.') }),
    ),
  })
  .meta({ id: 'HistoryCurves' });
