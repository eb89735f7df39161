import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Steps } from './DayChoice.tsx';
import { addMonths, monthText } from './plantClock.ts';

interface MonthChoiceProps {
  /** `YYYY-MM`, as `thisMonth` is. */
  month: string;
  thisMonth: string;
  onMonth: (month: string) => void;
}

/** A month up to the running one. */
export function MonthBox({ month, thisMonth, onMonth }: MonthChoiceProps): ReactNode {
  return (
    <DatePicker
      allowClear={false}
      aria-label={t('site.month.choose')}
      format={(chosen) => monthText(chosen.format('YYYY-MM'))}
      inputReadOnly
      maxDate={dayjs(`${thisMonth}-01`)}
      onChange={(chosen) => chosen && onMonth(chosen.format('YYYY-MM'))}
      picker="month"
      value={dayjs(`${month}-01`)}
    />
  );
}

/** The same between a step back and a step forth. */
export function MonthChoice(props: MonthChoiceProps): ReactNode {
  const { month, thisMonth, onMonth } = props;
  return (
    <Steps
      back={t('site.month.before')}
      forth={t('site.month.after')}
      onBack={() => onMonth(addMonths(month, -1))}
      onForth={month < thisMonth ? () => onMonth(addMonths(month, 1)) : undefined}
    >
      <MonthBox {...props} />
    </Steps>
  );
}

interface YearChoiceProps {
  /** `YYYY`, as `thisYear` is. */
  year: string;
  thisYear: string;
  onYear: (year: string) => void;
}

/** A year up to the running one. */
export function YearBox({ year, thisYear, onYear }: YearChoiceProps): ReactNode {
  return (
    <DatePicker
      allowClear={false}
      aria-label={t('site.year.choose')}
      inputReadOnly
      maxDate={dayjs(`${thisYear}-01-01`)}
      onChange={(chosen) => chosen && onYear(chosen.format('YYYY'))}
      picker="year"
      value={dayjs(`${year}-01-01`)}
    />
  );
}

/** The same between a step back and a step forth. */
export function YearChoice(props: YearChoiceProps): ReactNode {
  const { year, thisYear, onYear } = props;
  return (
    <Steps
      back={t('site.year.before')}
      forth={t('site.year.after')}
      onBack={() => onYear(String(Number(year) - 1))}
      onForth={year < thisYear ? () => onYear(String(Number(year) + 1)) : undefined}
    >
      <YearBox {...props} />
    </Steps>
  );
}
