import { site } from '@helioport/contract/site';
import { isDay, localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { clockLabel } from '../../formats.ts';
import { t } from '../../i18n.ts';
import { energyFigure, powerFigure } from '../base/amounts.ts';
import type { EmptyWords } from '../base/EmptyState.tsx';
import { Panel } from '../base/Panel.tsx';
import { textThat, urlFields } from '../base/urlFields.ts';
import { useUrlState } from '../base/useUrlState.ts';
import { Chart } from '../chart/Chart.tsx';
import { DayBalance } from './DayBalance.tsx';
import { DayChoice } from './DayChoice.tsx';
import { producedOfDay } from './dayBalance.ts';
import { percentText } from './energyCharts.ts';
import type { Plant } from './plant.ts';
import { dayText } from './plantClock.ts';
import { gapCount, isEmptyDay, peakOf, powerChart, shareOfClearSky } from './powerCurve.ts';

const STEP_MINUTES = 5;
const HEIGHT = 320;

const daySchema = urlFields({
  /** '' is today in the plant's zone. */
  day: textThat((text) => isDay(text)),
});

/** Power over one day of the plant, compared with clear-sky power. */
export function PowerCurve({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(daySchema);
  const today = localDay(now, detail.timezone);
  const day = state.day === '' || state.day > today ? today : state.day;
  const isToday = day === today;
  const answer = useCall(
    site.statisticsEcharts,
    {
      types: 11,
      sid,
      date: day,
      rangeDate: day,
      minInterval: STEP_MINUTES,
      withClearSky: true,
      withFlows: true,
      withMissing: true,
    },
    { keepsPrevious: true, live: isToday ? 'named' : 'none' },
  );
  const total = useCall(
    site.statisticsEcharts,
    { types: 3, sid, rangeDate: `${day}~${day}`, withFlows: true },
    { keepsPrevious: true, live: isToday ? 'named' : 'none' },
  );
  const chart = useMemo(
    () =>
      answer.data &&
      powerChart(answer.data, {
        site: detail.siteName,
        day,
        timeZone: detail.timezone,
        feedInLimitW: detail.controlLimit,
      }),
    [answer.data, day, detail.siteName, detail.timezone, detail.controlLimit],
  );
  const gaps = answer.data ? gapCount(answer.data) : 0;
  const peak = answer.data && peakOf(answer.data);
  const share = answer.data && shareOfClearSky(answer.data, now);
  // Headline and balance use the same answer, so that their values match.
  const energy = total.data && energyFigure(producedOfDay(total.data));
  const isEmpty = answer.data !== undefined && isEmptyDay(answer.data);
  return (
    <div className="hp-plant-wide">
      <Panel
        actions={
          <DayChoice
            day={day}
            onDay={(chosen) => setState({ day: chosen === today ? '' : chosen })}
            today={today}
          />
        }
        answer={answer}
        height={HEIGHT + 84}
        sub={dayText(day)}
        title={t('site.curve.title')}
      >
        <div className={answer.isPlaceholderData ? 'hp-dimmed' : ''}>
          {!isEmpty && (
            <p className="hp-headline">
              <b>{energy?.value ?? '–'}</b> {energy?.unit}
              <span>
                {[
                  ...(share == null ? [] : [t('site.curve.ofClearSky', { share: percentText(share) })]),
                  ...(peak == null
                    ? []
                    : [
                        t('site.curve.peak', {
                          power: powerFigure(peak.powerW).text,
                          time: clockLabel(peak.at),
                        }),
                      ]),
                  ...(gaps === 0 ? [] : [t('site.curve.gaps', { count: gaps })]),
                ].join(' · ')}
              </span>
            </p>
          )}
          {isEmpty && <p className="hp-chart-note">{emptyWords(plant, isToday)}</p>}
          {chart && <Chart data={chart} height={HEIGHT} />}
          {total.data && <DayBalance answer={total.data} />}
        </div>
      </Panel>
    </div>
  );
}

function emptyWords(plant: Plant, isToday: boolean): EmptyWords['title'] {
  if (plant.lastReportAt === null) return t('site.curve.never');
  return t(isToday ? 'site.curve.emptyToday' : 'site.curve.emptyDay');
}
