import type { ReactNode } from 'react';
import { language, t } from '../../i18n.ts';
import { SelectBox } from '../form/SelectBox.tsx';
import { Steps } from './DayChoice.tsx';
import { addMonths } from './plantClock.ts';

const FIRST_YEAR = 2000;

/** Newest first. */
const yearsTo = (thisYear: string, shown: string): string[] => {
  const first = Math.min(FIRST_YEAR, Number(shown));
  return Array.from({ length: Number(thisYear) - first + 1 }, (_, back) => String(Number(thisYear) - back));
};

const monthNumbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** The month without its year, in the language of the visit. */
const monthName = (month: string): string =>
  new Intl.DateTimeFormat(language.tag, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  );

const upTo = (month: string, latest: string): string => (month > latest ? latest : month);

interface MonthChoiceProps {
  /** `YYYY-MM`, as `thisMonth` is. */
  month: string;
  thisMonth: string;
  onMonth: (month: string) => void;
}

/** A month up to the running one. */
export function MonthBox({ month, thisMonth, onMonth }: MonthChoiceProps): ReactNode {
  const year = month.slice(0, 4);
  const months = monthNumbers.filter((one) => `${year}-${one}` <= thisMonth);
  return (
    <span className="hp-month">
      <SelectBox
        isLabelUnseen
        label={t('site.month.choose')}
        onChange={(chosen) => onMonth(`${year}-${chosen}`)}
        options={months.map((one) => ({ value: one, label: monthName(`${year}-${one}`) }))}
        value={month.slice(5)}
      />
      <YearBox
        onYear={(chosen) => onMonth(upTo(`${chosen}-${month.slice(5)}`, thisMonth))}
        thisYear={thisMonth.slice(0, 4)}
        year={year}
      />
    </span>
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
    <SelectBox
      isLabelUnseen
      label={t('site.year.choose')}
      onChange={onYear}
      options={yearsTo(thisYear, year).map((one) => ({ value: one, label: one }))}
      value={year}
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
