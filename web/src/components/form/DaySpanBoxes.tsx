import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { DateBox } from './DateBox.tsx';

interface DaySpanBoxesProps {
  /** What the days are of, where that does not go without saying. */
  of?: string;
  /** YYYY-MM-DD each, or '' for an open end. */
  from: string;
  to: string;
  onChange: (patch: { from: string } | { to: string }) => void;
}

/** Two days, both included, of which the first is never after the second. */
export function DaySpanBoxes({ of, from, to, onChange }: DaySpanBoxesProps): ReactNode {
  const first = t('filter.from');
  return (
    <>
      <DateBox
        label={of === undefined ? first : t('public.labelled', { label: of, value: first })}
        max={to}
        onChange={(day) => onChange({ from: day })}
        value={from}
      />
      <DateBox label={t('filter.to')} min={from} onChange={(day) => onChange({ to: day })} value={to} />
    </>
  );
}
