// Period selection of a chart, with arrows to the previous and next one.
import { monthOf } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { DateBox } from '../../form/DateBox.tsx';
import { DaySpanBoxes } from '../../form/DaySpanBoxes.tsx';
import { Segments } from '../../form/Segments.tsx';
import { Steps } from '../DayChoice.tsx';
import { MonthBox, YearBox } from '../PeriodChoice.tsx';
import {
  chosen,
  nameOf,
  type Period,
  periodState,
  periods,
  type Span,
  type SpanState,
  stepState,
} from './energySpan.ts';
import './energy.css';

export interface SpanControlsProps {
  span: Span;
  /** The plant's own today. */
  today: string;
  onState: (patch: Partial<SpanState>, options?: { isStep?: boolean }) => void;
}

export function SpanControls({ span, today, onState }: SpanControlsProps): ReactNode {
  const names: Record<Period, string> = {
    day: t('site.energy.day'),
    week: t('site.energy.week'),
    month: t('site.energy.month'),
    year: t('site.energy.year'),
    lifetime: t('site.energy.lifetime'),
    custom: t('site.energy.custom'),
  };
  return (
    <div className="hp-period">
      <Segments<Period>
        label={t('site.energy.period')}
        onChange={(period) => onState(periodState(period, span, today), { isStep: true })}
        options={periods.map((period) => ({ value: period, label: names[period] }))}
        value={span.period}
      />
      <PeriodSteps onState={onState} span={span} today={today} />
    </div>
  );
}

function PeriodSteps({ span, today, onState }: SpanControlsProps): ReactNode {
  if (span.period === 'lifetime') return null;
  const back = stepState(span, -1, today);
  const forth = stepState(span, 1, today);
  return (
    <Steps
      back={t('site.energy.before')}
      forth={t('site.energy.after')}
      onBack={() => back && onState(back)}
      onForth={forth && (() => onState(forth))}
    >
      <PeriodBox onState={onState} span={span} today={today} />
    </Steps>
  );
}

/** The period itself, to be read or set. */
function PeriodBox({ span, today, onState }: SpanControlsProps): ReactNode {
  const thisMonth = monthOf(today);
  switch (span.period) {
    case 'day':
      return (
        <DateBox
          isLabelUnseen
          isRequired
          label={t('site.day.choose')}
          max={today}
          onChange={(day) => onState(chosen.day(day, today))}
          value={span.day}
        />
      );
    case 'month':
      return (
        <MonthBox
          month={span.month}
          onMonth={(month) => onState(chosen.month(month === thisMonth ? '' : month))}
          thisMonth={thisMonth}
        />
      );
    case 'year':
      return (
        <YearBox
          onYear={(year) => onState(chosen.year(year === thisMonth.slice(0, 4) ? '' : year))}
          thisYear={thisMonth.slice(0, 4)}
          year={span.year}
        />
      );
    case 'custom':
      return (
        <span className="hp-period-range">
          <DaySpanBoxes
            from={span.from}
            isRequired
            last={today}
            onChange={(patch) => {
              const { from, to } = { from: span.from, to: span.to, ...patch };
              onState(chosen.range(from, to));
            }}
            to={span.to}
          />
        </span>
      );
    default:
      return <b className="hp-period-name">{nameOf(span)}</b>;
  }
}
