// Energy by hours, days, months or years, compared with another period or a clear sky, or split by device or array.

import { site } from '@helioport/contract/site';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import {
  barsInput,
  comparedWith,
  daysOf,
  figuresInput,
  nameOf,
  type Span,
  type SpanState,
} from '../../../components/pv/energy/energySpan.ts';
import { type Bar, dayBars, hourBars, monthBars, yearBars } from '../../../components/pv/energyBars.ts';
import { energyChart } from '../../../components/pv/energyCharts.ts';
import { type Compared, clearSkyOf, partsOf, sameHours } from '../../../components/pv/energyComparison.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { t, type WordKey } from '../../../i18n.ts';
import { CHART_HEIGHT, EnergyPanel } from './EnergyPanel.tsx';
import { EnergyFigure, EnergySumsLine } from './EnergySumsLine.tsx';
import { ExpectedNote, useExpected } from './expected.tsx';

interface EnergyBarsProps {
  plant: Plant;
  state: SpanState;
  span: Span & { by: Exclude<Span['by'], 'power'> };
  today: string;
  actions: ReactNode;
  choices: ReactNode;
  /** Opens the period of a bar: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  onOpen: (bar: string) => void;
}

export function EnergyBars({
  plant,
  state,
  span,
  today,
  actions,
  choices,
  onOpen,
}: EnergyBarsProps): ReactNode {
  const { sid, detail, now } = plant;
  const { by } = span;
  const answer = useCall(site.statisticsEcharts, barsInput(sid, span, state), { keepsPrevious: true });
  const figures = useCall(site.statisticsDate, figuresInput(sid, span), { keepsPrevious: true });
  const { period, from, to, isRange, day, month, year } = span;
  const other = useMemo(
    () => comparedWith({ period, by, day, month, year, from, to, isRange }, state.versus),
    [period, by, day, month, year, from, to, isRange, state.versus],
  );
  const comparison = useCall(site.statisticsEcharts, barsInput(sid, other ?? span), {
    live: 'none',
    isEnabled: other !== null,
  });
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const title = t('site.energy.chartTitle', { site: detail.siteName, span: nameOf(span) });
  const isPhone = useIsPhone();
  const bars = useMemo(() => {
    if (shown === undefined) return undefined;
    return barsOf(
      shown,
      { by, day, month, year, from, to, isRange },
      { today, timeZone: detail.timezone, now },
    );
  }, [shown, by, day, month, year, from, to, isRange, today, detail.timezone, now]);
  const otherName = other && nameOf(other);
  const isYears = by === 'years' && (state.versus === 'before' || state.versus === 'year');
  const comparisonBars = useMemo(
    () =>
      other && comparison.data
        ? barsOf(comparison.data, { ...other, by }, { today, timeZone: detail.timezone, now: 0 })
        : undefined,
    [other, by, comparison.data, today, detail.timezone],
  );
  const compared = useMemo((): Compared | undefined => {
    const skyKwh = shown && clearSkyOf(shown);
    if (skyKwh) return { name: t('site.curve.clearSky'), kwh: skyKwh, isSky: true };
    const others = isYears
      ? bars?.map(({ span: one }) => bars.find((before) => before.span === String(Number(one) - 1)))
      : by === 'hours' && bars && comparisonBars
        ? sameHours(bars, comparisonBars)
        : comparisonBars;
    return (
      others && {
        name: isYears ? t('site.energy.compareYear') : t('site.energy.producedIn', { span: otherName ?? '' }),
        kwh: others.map((one) => one?.producedKwh ?? null),
        isSky: false,
        bars: others,
      }
    );
  }, [otherName, comparisonBars, bars, by, isYears, shown]);
  const isParted = state.of === 'device' || (state.of === 'plane' && by !== 'hours');
  const { sn: listed } = detail;
  const deviceNameOf = useMemo(() => {
    const names = new Map(listed.map(({ sn, alias }) => [sn, namedSn(alias, sn)]));
    return (sn: string) => names.get(sn) ?? sn;
  }, [listed]);
  const parts = useMemo(
    () => (isParted && by !== 'years' && shown ? partsOf(shown, deviceNameOf) : undefined),
    [isParted, by, shown, deviceNameOf],
  );
  const wanted = useExpected(sid, span);
  const expectedKwh = isParted ? undefined : wanted?.expected;
  const chart = useMemo(
    () =>
      bars &&
      energyChart(bars, title, xNameOf(by), { compared, parts, expectedKwh, currency: shown?.moneyUnit }),
    [bars, title, by, compared, parts, expectedKwh, shown?.moneyUnit],
  );
  const isEmpty =
    bars?.every(({ producedKwh, usedKwh }) => producedKwh === null && usedKwh === null) === true;
  const open = (bar: Bar | undefined) => {
    if (bar !== undefined && by !== 'hours' && bar.producedKwh !== null) onOpen(bar.span);
  };
  return (
    <EnergyPanel
      actions={actions}
      answer={answer}
      span={span}
      chart={
        <>
          {isEmpty && <p className="hp-chart-note">{t('site.energy.empty')}</p>}
          {shown?.clearSkyBasis && <p className="hp-chart-note">{t(skyNotes[shown.clearSkyBasis])}</p>}
          {chart && (
            <Chart
              data={chart}
              height={isPhone ? CHART_HEIGHT.phone : CHART_HEIGHT.wide}
              onPick={(index) => open(bars?.[index])}
            />
          )}
          {wanted && <ExpectedNote wanted={wanted} />}
        </>
      }
      choices={choices}
      figure={
        bars && (
          <EnergyFigure
            bars={bars}
            by={by}
            compared={isYears ? undefined : compared}
            figures={figures.isPlaceholderData ? undefined : figures.data}
            plant={plant}
          />
        )
      }
      more={bars && <EnergySumsLine bars={bars} by={by} onOpen={by === 'hours' ? undefined : open} />}
    />
  );
}

/** Basis of the clear-sky values, or why there are none. */
const skyNotes = {
  planes: 'site.clearSky.planes',
  partly: 'site.clearSky.partly',
  usual: 'site.clearSky.usual',
  noPosition: 'site.clearSky.noPosition',
  noRating: 'site.clearSky.noRating',
} as const satisfies Record<NonNullable<Answer['clearSkyBasis']>, WordKey>;

type Answer = Parameters<typeof partsOf>[0];

/** The bars of an answer over a period. */
function barsOf(
  answer: Answer,
  { by, day, month, year, from, to, isRange }: Omit<EnergyBarsProps['span'], 'period'>,
  { today, timeZone, now }: { today: string; timeZone: string; now: number },
): Bar[] {
  if (by === 'hours') return hourBars(answer, day, timeZone, now);
  if (by === 'days') return dayBars(answer, daysOf({ month, from, to, isRange }), today);
  return by === 'months' ? monthBars(answer, year, today) : yearBars(answer, today);
}

function xNameOf(by: EnergyBarsProps['span']['by']): string {
  if (by === 'hours') return t('site.energy.hour');
  if (by === 'days') return t('site.energy.day');
  return by === 'months' ? t('site.energy.month') : t('site.energy.year');
}
