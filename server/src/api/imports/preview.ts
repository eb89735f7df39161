import type { imports } from '@helioport/contract/imports';
import type { historyTotals } from '@helioport/domain/historyImports';
import { withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import type { Table } from '../../platform/sheets.ts';
import { dataSpan, hasUnits, mappingOf, planOf, readImport } from '../../queries/imports/readFile.ts';
import { siteToChange } from '../../queries/siteToChange.ts';

const SAMPLE_ROWS = 5;

export default withPreparation<typeof imports.preview, Table>(
  async (call) => {
    await siteToChange(call, call.input.sid);
    const file = call.input.file ?? fail('request.invalid', { field: 'file' });
    return await readImport(file.data);
  },
  async (call, table) => {
    const { input, tx, now } = call;
    const { id: siteId, timezone: timeZone } = await siteToChange(call, input.sid);
    const mapping = mappingOf(table, input.choices);
    const { series } = await planOf(tx, table, mapping, { siteId, timeZone, days: input.days, now });
    const { imported, undated, repeated, outOfRange, invalid } = series.counts;
    const { from: dataFrom, to: dataTo } = await dataSpan(tx, siteId);
    const { firstRow, timeColumn, clockColumn, columns } = mapping;
    return {
      source: mapping.source,
      stepMinutes: mapping.stepMinutes,
      days: series.days.length,
      skippedDays: series.skipped.length,
      totals: totalsOf(series.totals),
      firstDay: series.days[0] ?? null,
      lastDay: series.days.at(-1) ?? null,
      dateOrder: mapping.dateOrder,
      stamp: mapping.stamp,
      decimal: mapping.decimal,
      isOrderOpen: mapping.isOrderOpen,
      timeName: mapping.timeName,
      columns,
      sample: table.rows
        .slice(firstRow, firstRow + SAMPLE_ROWS)
        .map((row) => [
          [row[timeColumn], clockColumn === null ? '' : row[clockColumn]].join(' ').trim(),
          ...columns.map(({ column }) => row[column] ?? ''),
        ]),
      hasUnits: hasUnits(mapping),
      dataFrom,
      dataTo,
      rows: { imported, undated, repeated, outOfRange, invalid },
    };
  },
);

const totalsOf = (totals: Partial<Record<(typeof historyTotals)[number], number>>) => {
  const of = (key: (typeof historyTotals)[number]) => {
    const value = totals[key];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return {
    produced: of('produced'),
    imported: of('imported'),
    exported: of('exported'),
    charged: of('charged'),
    discharged: of('discharged'),
  };
};
