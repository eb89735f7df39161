import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { DateBox } from './DateBox.tsx';

interface DaySpanBoxesProps {
  /** What the days refer to, if not obvious. */
  of?: string;
  /** YYYY-MM-DD each, or '' for an open end. */
  from: string;
  to: string;
  onChange: (patch: { from: string } | { to: string }) => void;
  /** The last day that can be chosen; absent: any. */
  last?: string;
  /** True: neither end can be left open. */
  isRequired?: boolean;
}

/** Two days, both included, of which the first is never after the second. */
export function DaySpanBoxes(props: DaySpanBoxesProps): ReactNode {
  const { of, from, to, onChange, last = '', isRequired = false } = props;
  const first = t('filter.from');
  return (
    <>
      <DateBox
        isRequired={isRequired}
        label={of === undefined ? first : t('public.labelled', { label: of, value: first })}
        max={to || last}
        onChange={(day) => onChange({ from: day })}
        value={from}
      />
      <DateBox
        isRequired={isRequired}
        label={t('filter.to')}
        max={last}
        min={from}
        onChange={(day) => onChange({ to: day })}
        value={to}
      />
    </>
  );
}
