// In which unit the measures of a plant are read. The API speaks in degrees Celsius; here they become what people read.

import { site } from '@helioport/contract/site';
import { type Reading, readingIn } from '@helioport/domain/readings';
import { useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../formats.ts';

/** What becomes of a unit of the API, and of its values. */
export type Read = (unit: string) => Reading;

/** How the measures of a plant are read: by the person's own choice, else as the plant says; '' is no plant. */
export function useReading(sid: string): Read {
  const own = useFormats(({ temperatureUnit }) => temperatureUnit);
  const detail = useCall(
    site.detail,
    { sid },
    { quiet: true, live: 'none', isEnabled: own === '' && sid !== '' },
  );
  const wanted = own || (detail.data?.temperatureUnit === 'Fahrenheit' ? 'Fahrenheit' : 'Celsius');
  return useMemo(() => (unit) => readingIn(unit, wanted), [wanted]);
}

interface Column {
  unit: string;
}
interface Row {
  values: readonly (number | null)[];
}

/** A table of measures as it is read: units of its columns, and what stands below them. */
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
