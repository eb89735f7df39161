// Power over a day in steps of five minutes with clear-sky power, and other days overlaid.
import { site } from '@helioport/contract/site';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { energyFigure, moneyText } from '../../../components/base/amounts.ts';
import { Button } from '../../../components/base/Button.tsx';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Figure } from '../../../components/base/Figure.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { DateBox } from '../../../components/form/DateBox.tsx';
import {
  type Comparison,
  comparedWith,
  figuresInput,
  type Span,
} from '../../../components/pv/energy/energySpan.ts';
import { hourBars } from '../../../components/pv/energyBars.ts';
import { sameHours } from '../../../components/pv/energyComparison.ts';
import { noDetail } from '../../../components/pv/noDetail.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { dateText, dayText } from '../../../components/pv/plantClock.ts';
import { overDays, powerChart, withOtherDay } from '../../../components/pv/powerCurve.ts';
import { useReading } from '../../../components/pv/reading.ts';
import { type WeatherChoice, withWeather } from '../../../components/pv/weatherLines.ts';
import { t } from '../../../i18n.ts';
import { ComparisonFigure } from './ComparisonFigure.tsx';
import { CHART_HEIGHT, EnergyPanel } from './EnergyPanel.tsx';
import { ExpectedNote, useExpected, withExpected } from './expected.tsx';
import { WeatherBox } from './WeatherBox.tsx';

/** Most overlaid days in addition to the selected one, limited by distinguishable colors. */
const MOST_OVER = 4;

interface DayPowerProps {
  plant: Plant;
  span: Span;
  today: string;
  versus: Comparison;
  /** Overlaid days, separated by commas. */
  over: string;
  onOver: (days: readonly string[]) => void;
  weather: WeatherChoice;
  onWeather: (choice: WeatherChoice) => void;
  actions: ReactNode;
  choices: ReactNode;
}

export function DayPower({
  plant,
  span,
  today,
  versus,
  over: overText,
  onOver,
  weather,
  onWeather,
  actions,
  choices,
}: DayPowerProps): ReactNode {
  const { sid, detail, now } = plant;
  const { day } = span;
  const over = daysIn(overText);
  const answer = usePower(sid, day, today, true, weather !== '');
  const read = useReading(sid);
  const figures = useCall(site.statisticsDate, figuresInput(sid, span), { keepsPrevious: true });
  // One query per day, so that cached days are reused; hooks require a fixed number.
  const first = usePower(sid, over[0] ?? day, today, over.length > 0);
  const second = usePower(sid, over[1] ?? day, today, over.length > 1);
  const third = usePower(sid, over[2] ?? day, today, over.length > 2);
  const fourth = usePower(sid, over[3] ?? day, today, over.length > 3);
  const otherDay = comparedWith(span, versus)?.day;
  const other = usePower(sid, otherDay ?? day, today, otherDay !== undefined).data;
  const hours = useHours(sid, day, { isEnabled: otherDay !== undefined, isLive: day === today });
  const otherHours = useHours(sid, otherDay ?? day, { isEnabled: otherDay !== undefined, isLive: false });
  const comparison = useMemo(() => {
    if (otherDay === undefined || hours === undefined || otherHours === undefined) return undefined;
    const bars = hourBars(hours, day, detail.timezone, now);
    const others = sameHours(bars, hourBars(otherHours, otherDay, detail.timezone, 0));
    const kwh = others.map((one) => one?.producedKwh ?? null);
    const name = t('site.energy.producedIn', { span: dayText(otherDay) });
    return { bars, compared: { name, kwh, isSky: false } };
  }, [otherDay, hours, otherHours, day, detail.timezone, now]);
  const [a, b, c, d] = [first.data, second.data, third.data, fourth.data];
  const wanted = useExpected(sid, span);
  const chart = useMemo(() => {
    if (answer.data === undefined) return undefined;
    const whole = powerChart(answer.data, { site: detail.siteName, day, timeZone: detail.timezone });
    const others = [a, b, c, d];
    const days = overDays(
      whole,
      daysIn(overText).flatMap((one, i) => {
        const other = others[i];
        return other ? [{ day: one, answer: other }] : [];
      }),
    );
    const compared =
      otherDay === undefined || other === undefined
        ? days
        : withOtherDay(days, { day: otherDay, answer: other });
    return withWeather(withExpected(compared, wanted), answer.data, weather, read);
  }, [
    answer.data,
    wanted,
    a,
    b,
    c,
    d,
    overText,
    other,
    otherDay,
    day,
    detail.siteName,
    detail.timezone,
    weather,
    read,
  ]);
  const isPhone = useIsPhone();
  const isWithout = noDetail(answer.data?.detailFrom);
  const made = energyFigure(figures.data?.power);
  return (
    <EnergyPanel
      actions={actions}
      answer={answer}
      span={span}
      chart={
        <>
          {!detail.hasPosition && <p className="hp-chart-note">{t('site.clearSky.noPosition')}</p>}
          {isWithout ? (
            <EmptyState {...isWithout} />
          ) : (
            chart && <Chart data={chart} height={isPhone ? CHART_HEIGHT.phone : CHART_HEIGHT.wide} />
          )}
          {wanted && <ExpectedNote wanted={wanted} />}
        </>
      }
      choices={
        <>
          {choices}
          {over.map((one) => (
            <Button
              key={one}
              onClick={() => onOver(over.filter((other) => other !== one))}
              isSmall
              title={t('site.energy.overRemove', { day: dateText(one) })}
            >
              {dateText(one)}
              <Icon name="clear" size={16} />
            </Button>
          ))}
          {over.length < MOST_OVER && (
            <DateBox
              label={t('site.energy.overAdd')}
              max={today}
              onChange={(one) => one !== '' && one !== day && !over.includes(one) && onOver([...over, one])}
              value=""
            />
          )}
          <WeatherBox answer={answer} choice={weather} onChoice={onWeather} sid={sid} />
        </>
      }
      figure={
        <div className="hp-sums">
          <Figure
            color="production"
            isMain
            label={t('site.energy.total')}
            unit={made.unit}
            value={figures.data === undefined ? null : made.value}
          />
          {figures.data && Number(figures.data.economic) > 0 && (
            <Figure
              label={t('site.energy.worth')}
              value={moneyText(figures.data.economic, figures.data.economicUnit)}
            />
          )}
          {comparison && (
            <ComparisonFigure
              {...comparison}
              by="hours"
              recordedSince={figures.data?.recordedSince}
              timeZone={detail.timezone}
            />
          )}
        </div>
      }
    />
  );
}

const daysIn = (text: string): string[] => (text === '' ? [] : text.split(',').slice(0, MOST_OVER));

const usePower = (sid: string, day: string, today: string, isEnabled: boolean, weatherHours = false) =>
  useCall(
    site.statisticsEcharts,
    {
      types: 11,
      sid,
      date: day,
      rangeDate: day,
      minInterval: 5,
      withClearSky: true,
      withFlows: true,
      withMissing: true,
      ...(weatherHours ? { weatherHours } : {}),
    },
    { keepsPrevious: true, live: day === today ? 'named' : 'none', isEnabled },
  );

/** The energy of a day by hour. */
const useHours = (sid: string, day: string, { isEnabled, isLive }: { isEnabled: boolean; isLive: boolean }) =>
  useCall(
    site.statisticsEcharts,
    { types: 2, sid, date: day },
    { live: isLive ? 'named' : 'none', isEnabled },
  ).data;
