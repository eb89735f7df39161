import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import type { UrlValues } from '../../base/urlFields.ts';
import { DaySpanBoxes } from '../../form/DaySpanBoxes.tsx';
import { SelectBox } from '../../form/SelectBox.tsx';
import { type Days, type Span, type spanSchema, spans } from './historySpan.ts';

type SpanState = UrlValues<typeof spanSchema>;

interface SpanChoiceProps {
  state: SpanState;
  days: Days;
  /** The plant's own today. */
  today: string;
  onSpan: (patch: Partial<SpanState>) => void;
}

/** Selects a named period, or two days for a custom one. */
export function SpanChoice({ state, days, today, onSpan }: SpanChoiceProps): ReactNode {
  return (
    <>
      <SelectBox
        label={t('site.history.span')}
        onChange={(value) => {
          const span = spans.find((one) => one === value) ?? 'today';
          // A custom period starts with the days shown.
          onSpan(span === 'own' ? { span, ...days } : { span, from: '', to: '' });
        }}
        options={spans.map((span) => ({ value: span, label: nameOf(span) }))}
        value={state.span}
      />
      {state.span === 'own' && (
        <DaySpanBoxes
          from={days.from}
          isRequired
          last={today}
          onChange={(patch) => onSpan({ from: days.from, to: days.to, ...patch })}
          to={days.to}
        />
      )}
    </>
  );
}

function nameOf(span: Span): string {
  switch (span) {
    case 'today':
      return t('site.day.today');
    case 'yesterday':
      return t('site.production.yesterday');
    case 'week':
      return t('site.history.week');
    case 'month':
      return t('site.production.month');
    case 'lastMonth':
      return t('site.history.lastMonth');
    case 'own':
      return t('site.history.own');
  }
}
