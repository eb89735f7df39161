import { monthOf } from '@helioport/domain/periods';
import { reportPeriods } from '@helioport/domain/reportSpans';
import type { ReactNode } from 'react';
import { DateBox } from '../../../components/form/DateBox.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { DayChoice } from '../../../components/pv/DayChoice.tsx';
import { MonthChoice, YearChoice } from '../../../components/pv/PeriodChoice.tsx';
import { t } from '../../../i18n.ts';
import { dayOfChoice, hoursOf, type ReportChoice, rangeOfChoice } from './reportChoice.ts';

interface PeriodFieldsProps {
  chosen: ReportChoice;
  /** The plant's own today. */
  today: string;
  timeZone: string;
  onChoose: (patch: Partial<ReportChoice>) => void;
}

/** A period by its name, and which one of its kind. */
export function PeriodFields({ chosen, today, timeZone, onChoose }: PeriodFieldsProps): ReactNode {
  const { period, hour } = chosen;
  const day = dayOfChoice(chosen, today);
  const range = rangeOfChoice(chosen, today);
  const year = day.slice(0, 4);
  return (
    <>
      <SelectBox
        label={t('site.report.period')}
        onChange={(value) =>
          onChoose({
            period: reportPeriods.find((one) => one === value) ?? 'monthly',
            day: '',
            from: '',
            to: '',
          })
        }
        options={reportPeriods.map((value) => ({ value, label: nameOf(value) }))}
        value={period}
      />
      {(period === 'hour' || period === 'daily' || period === 'weekly') && (
        <DayChoice day={day} onDay={(value) => onChoose({ day: value })} today={today} />
      )}
      {period === 'hour' && (
        <SelectBox
          label={t('site.energy.hour')}
          onChange={(value) => onChoose({ hour: Number(value) })}
          options={hoursOf(day, timeZone)}
          value={String(hour)}
        />
      )}
      {period === 'monthly' && (
        <MonthChoice
          month={monthOf(day)}
          onMonth={(month) => onChoose({ day: `${month}-01` })}
          thisMonth={monthOf(today)}
        />
      )}
      {period === 'yearly' && (
        <YearChoice
          onYear={(value) => onChoose({ day: `${value}-01-01` })}
          thisYear={today.slice(0, 4)}
          year={year}
        />
      )}
      {period === 'range' && (
        <>
          <DateBox
            isRequired
            label={t('site.report.from')}
            max={range.to}
            onChange={(from) => onChoose({ ...range, from })}
            value={range.from}
          />
          <DateBox
            isRequired
            label={t('site.report.until')}
            max={today}
            min={range.from}
            onChange={(to) => onChoose({ ...range, to })}
            value={range.to}
          />
        </>
      )}
    </>
  );
}

function nameOf(period: ReportChoice['period']): string {
  switch (period) {
    case 'hour':
      return t('site.energy.hour');
    case 'daily':
      return t('site.energy.day');
    case 'weekly':
      return t('site.report.week');
    case 'monthly':
      return t('site.energy.month');
    case 'yearly':
      return t('site.energy.year');
    case 'today':
      return t('site.day.today');
    case 'yesterday':
      return t('site.production.yesterday');
    case 'thisMonth':
      return t('site.production.month');
    case 'lastMonth':
      return t('site.history.lastMonth');
    case 'range':
      return t('site.history.own');
  }
}
