// The choices of the energy tab: the usual spans by one click, any other one by steps, and what is laid beside it.
import { monthOf } from '@helioport/domain/periods';
import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { SelectBox } from '../../form/SelectBox.tsx';
import { DayChoice } from '../DayChoice.tsx';
import { MonthChoice, YearChoice } from '../PeriodChoice.tsx';
import { dateText } from '../plantClock.ts';
import {
  type Comparison,
  chosen,
  type Period,
  type Quick,
  quickOf,
  quickState,
  type Span,
  type SpanState,
} from './energySpan.ts';

interface SpanControlsProps {
  state: SpanState;
  span: Span;
  /** The plant's own today. */
  today: string;
  onState: (patch: Partial<SpanState>, options?: { isStep?: boolean }) => void;
}

/** Which span, and by which steps. */
export function SpanControls({ span, today, onState }: SpanControlsProps): ReactNode {
  const thisMonth = monthOf(today);
  const thisYear = thisMonth.slice(0, 4);
  return (
    <>
      {(span.by === 'power' || span.by === 'hours') && (
        <DayChoice day={span.day} onDay={(day) => onState(chosen.day(day, today))} today={today} />
      )}
      {span.by === 'days' && !span.isRange && (
        <MonthChoice
          month={span.month}
          onMonth={(month) => onState(chosen.month(month === thisMonth ? '' : month))}
          thisMonth={thisMonth}
        />
      )}
      {span.by === 'months' && (
        <YearChoice
          onYear={(year) => onState(chosen.year(year === thisYear ? '' : year))}
          thisYear={thisYear}
          year={span.year}
        />
      )}
      <Segmented<Period>
        aria-label={t('site.energy.by')}
        onChange={(by) => onState({ by }, { isStep: true })}
        options={[
          { value: 'power', label: t('site.energy.power') },
          { value: 'hours', label: t('site.energy.hours') },
          { value: 'days', label: t('site.energy.days') },
          { value: 'months', label: t('site.energy.months') },
          { value: 'years', label: t('site.energy.years') },
        ]}
        value={span.by}
      />
    </>
  );
}

/** The line below the title: usual spans, an own range, comparison, devices and the planes of a roof that has any. */
export function SpanLine({
  state,
  span,
  today,
  onState,
  hasPlanes,
}: SpanControlsProps & { hasPlanes: boolean }): ReactNode {
  const shown = quickOf(span, today);
  const names: Record<Quick, string> = {
    today: t('site.day.today'),
    yesterday: t('site.production.yesterday'),
    month: t('site.production.month'),
    lastMonth: t('site.energy.lastMonth'),
  };
  return (
    <div className="hp-energy-line">
      <fieldset className="hp-energy-quick">
        <legend className="hp-unseen">{t('site.energy.usual')}</legend>
        {(Object.keys(names) as Quick[]).map((which) => (
          <button
            aria-pressed={shown === which}
            key={which}
            onClick={() => onState({ from: '', to: '', ...quickState(which, today) }, { isStep: true })}
            type="button"
          >
            {names[which]}
          </button>
        ))}
      </fieldset>
      {span.by === 'days' && (
        <DatePicker.RangePicker
          allowClear={state.from !== ''}
          aria-label={t('site.energy.ownRange')}
          format={(day) => dateText(day.format('YYYY-MM-DD'))}
          inputReadOnly
          maxDate={dayjs(today)}
          onChange={(days) => {
            const [from, to] = days ?? [];
            onState(
              from && to
                ? chosen.range(from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD'))
                : { from: '', to: '' },
            );
          }}
          value={span.isRange ? [dayjs(span.from), dayjs(span.to)] : null}
        />
      )}
      {span.by !== 'power' && span.by !== 'years' && (
        <>
          <SelectBox
            label={t('site.energy.compare')}
            onChange={(versus) => onState({ versus: versus as Comparison })}
            options={[
              { value: '', label: t('site.energy.compareNone') },
              { value: 'before', label: t('site.energy.compareBefore') },
              ...(span.by === 'months' ? [] : [{ value: 'year', label: t('site.energy.compareYear') }]),
              { value: 'sky', label: t('site.curve.clearSky') },
            ]}
            value={span.by === 'months' && state.versus === 'year' ? 'before' : state.versus}
          />
          <SelectBox
            label={t('site.energy.of')}
            onChange={(of) => onState({ of: of as SpanState['of'] })}
            options={[
              { value: '', label: t('site.energy.ofPlant') },
              { value: 'device', label: t('site.energy.ofDevices') },
              ...(hasPlanes && span.by !== 'hours'
                ? [{ value: 'plane', label: t('site.clearSky.ofPlanes') }]
                : []),
            ]}
            value={state.of === 'plane' && span.by === 'hours' ? '' : state.of}
          />
        </>
      )}
    </div>
  );
}
