import type { InputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { isDay, localDay, monthOf } from '@helioport/domain/periods';
import { Segmented } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { DayChoice } from '../../../solar/DayChoice.tsx';
import { dayBars, energyChart, hourBars, monthBars, yearBars } from '../../../solar/energyCharts.ts';
import { MonthChoice, YearChoice } from '../../../solar/PeriodChoice.tsx';
import type { Plant } from '../../../solar/plant.ts';
import { dayText, lastDayOf, monthText } from '../../../solar/plantClock.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { choice, textThat, urlFields } from '../../../ui/base/urlFields.ts';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { EnergySumsLine } from './EnergySumsLine.tsx';

const HEIGHT = 360;

const periods = ['hours', 'days', 'months', 'years'] as const;
type Period = (typeof periods)[number];

const periodSchema = urlFields({
  by: choice(periods, 'days'),
  /** `YYYY-MM-DD` for hours, '' is the running one. */
  day: textThat((day) => isDay(day) && day >= '2000'),
  /** `YYYY-MM` for days, '' is the running one. */
  month: textThat((text) => /^(20\d\d-(0[1-9]|1[0-2]))?$/.test(text)),
  year: textThat((text) => /^(20\d\d)?$/.test(text)),
});

type Asked = { by: Period; day: string; month: string; year: string };

/** Energy by hours of a day, by days of a month, by months of a year, by years. */
export default function SiteEnergyTab({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(periodSchema);
  const today = localDay(now, detail.timezone);
  const thisMonth = monthOf(today);
  const thisYear = thisMonth.slice(0, 4);
  const asked: Asked = {
    by: state.by,
    day: state.day === '' || state.day > today ? today : state.day,
    month: state.month === '' || state.month > thisMonth ? thisMonth : state.month,
    year: state.year === '' || state.year > thisYear ? thisYear : state.year,
  };
  const { by, day, month, year } = asked;
  const answer = useCall(site.statisticsEcharts, inputOf(sid, asked), { quiet: true, keepsPrevious: true });
  const figures = useCall(site.statisticsDate, periodOf(sid, asked), { quiet: true, keepsPrevious: true });
  const title = titleOf(asked, detail.siteName);
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const bars = useMemo(() => {
    if (shown === undefined) return undefined;
    if (by === 'hours') return hourBars(shown, day, detail.timezone, now);
    if (by === 'days') return dayBars(shown, month, today);
    return by === 'months' ? monthBars(shown, year, today) : yearBars(shown, today);
  }, [shown, by, day, month, year, today, detail.timezone, now]);
  const chart = useMemo(() => bars && energyChart(bars, title, xNameOf(by)), [bars, title, by]);
  const isEmpty =
    bars?.every(({ producedKwh, usedKwh }) => producedKwh === null && usedKwh === null) === true;
  return (
    <Panel
      actions={
        <>
          {by === 'hours' && (
            <DayChoice
              day={day}
              onDay={(chosen) => setState({ day: chosen === today ? '' : chosen })}
              today={today}
            />
          )}
          {by === 'days' && (
            <MonthChoice
              month={month}
              onMonth={(chosen) => setState({ month: chosen === thisMonth ? '' : chosen })}
              thisMonth={thisMonth}
            />
          )}
          {by === 'months' && (
            <YearChoice
              onYear={(chosen) => setState({ year: chosen === thisYear ? '' : chosen })}
              thisYear={thisYear}
              year={year}
            />
          )}
          <Segmented<Period>
            aria-label={t('site.energy.by')}
            onChange={(chosen) => setState({ by: chosen }, { isStep: true })}
            options={[
              { value: 'hours', label: t('site.energy.hours') },
              { value: 'days', label: t('site.energy.days') },
              { value: 'months', label: t('site.energy.months') },
              { value: 'years', label: t('site.energy.years') },
            ]}
            value={by}
          />
        </>
      }
      answer={answer}
      height={HEIGHT + 110}
      sub={subOf(asked)}
      title={t('site.energy.title')}
    >
      {bars && (
        <EnergySumsLine
          bars={bars}
          by={by}
          figures={figures.isPlaceholderData ? undefined : figures.data}
          plant={plant}
        />
      )}
      {isEmpty && <p className="hp-chart-note">{t('site.energy.empty')}</p>}
      {chart && <Chart data={chart} height={HEIGHT} />}
    </Panel>
  );
}

const extras = { withCompleteness: true, withFlows: true };

function inputOf(sid: string, { by, day, month, year }: Asked): InputOf<typeof site.statisticsEcharts> {
  switch (by) {
    case 'hours':
      return { types: 2, sid, date: day, withFlows: true };
    case 'days':
      return { types: 3, sid, rangeDate: `${month}-01~${lastDayOf(month)}`, ...extras };
    case 'months':
      return { types: 5, sid, date: `${year}-01-01`, ...extras };
    case 'years':
      return { types: 6, sid, withCompleteness: true };
  }
}

/** The day, the month, the year or all time, of which the bars are parts. */
function periodOf(sid: string, { by, day, month, year }: Asked): InputOf<typeof site.statisticsDate> {
  switch (by) {
    case 'hours':
      return { types: 1, sid, date: day };
    case 'days':
      return { types: 2, sid, date: `${month}-01` };
    case 'months':
      return { types: 3, sid, date: `${year}-01-01` };
    case 'years':
      return { types: 4, sid };
  }
}

function subOf({ by, day, month, year }: Asked): string {
  if (by === 'hours') return dayText(day);
  if (by === 'days') return monthText(month);
  return by === 'months' ? year : t('site.energy.allYears');
}

const titleOf = (asked: Asked, siteName: string): string =>
  t('site.energy.chartTitle', { site: siteName, span: subOf(asked) });

function xNameOf(by: Period): string {
  if (by === 'hours') return t('site.energy.hour');
  if (by === 'days') return t('site.energy.day');
  return by === 'months' ? t('site.energy.month') : t('site.energy.year');
}
