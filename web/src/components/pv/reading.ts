// Units in which measurements of a plant are displayed. The API uses degrees Celsius; this module converts to the
// reader's unit.

import { site } from '@helioport/contract/site';
import { type Reading, readingIn } from '@helioport/domain/readings';
import { useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../formats.ts';

/** Converts a unit of the API and its values for display. */
export type Read = (unit: string) => Reading;

/** The display units of a plant's measurements: the user's own choice, else the plant's; '' for no plant. */
export function useReading(sid: string): Read {
  const own = useFormats(({ temperatureUnit }) => temperatureUnit);
  const detail = useCall(site.detail, { sid }, { live: 'none', isEnabled: own === '' && sid !== '' });
  const wanted = own || (detail.data?.temperatureUnit === 'Fahrenheit' ? 'Fahrenheit' : 'Celsius');
  return useMemo(() => (unit) => readingIn(unit, wanted), [wanted]);
}

interface Column {
  unit: string;
}
interface Row {
  values: readonly (number | null)[];
}

/** A table of measurements in display units: units of its columns, and values below them. */
export function tableRead<
  C extends Column,
  R extends Row,
  A extends { columns: readonly C[]; rows: readonly R[] },
>(answer: A & { columns: readonly C[]; rows: readonly R[] }, read: Read): A {
  const readings = answer.columns.map(({ unit }) => read(unit));
  return {
    ...answer,
    columns: answer.columns.map((column, i) => ({ ...column, unit: readings[i]?.unit ?? column.unit })),
    rows: answer.rows.map((row) => ({
      ...row,
      values: row.values.map((value, i) => (value === null ? null : (readings[i]?.of(value) ?? value))),
    })),
  };
}

/** The values of a curve as they are read. */
export const curveRead = (values: readonly (number | null)[], { of }: Reading): (number | null)[] =>
  values.map((value) => (value === null ? null : of(value)));
