import { device as calls } from '@helioport/contract/device';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { absentOf, choice, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { Segments } from '../../../components/form/Segments.tsx';
import { nameOf, spanFields, spanOf } from '../../../components/pv/energy/energySpan.ts';
import { MonthChoice, YearChoice } from '../../../components/pv/PeriodChoice.tsx';
import { t } from '../../../i18n.ts';
import { energyBarsChart, isEmpty, spanInput } from '../energyBars.ts';
import type { ModuleOverview } from './ModuleDetailPage.tsx';

const HEIGHT = 300;

/** The day above has its own place in the address. */
const spanSchema = urlFields({
  by: choice(['days', 'months'], 'months'),
  month: spanFields.month,
  year: spanFields.year,
});

interface ModuleEnergyProps {
  module: ModuleOverview;
  /** Of the plant. */
  today: string;
}

/** Energy of the module by days of a month or months of a year, compared with the median of its array. */
export function ModuleEnergy({ module, today }: ModuleEnergyProps): ReactNode {
  const { sid, sn, addr, plcSN } = module;
  const [state, setState] = useUrlState(spanSchema);
  const span = spanOf({ ...absentOf(spanFields), ...state }, today);
  const answer = useCall(
    calls.modulesStatisticsEcharts,
    { sid, sn, addr, ...spanInput(span) },
    { keepsPrevious: true },
  );
  const { period, by, day, from, to, month, year, isRange } = span;
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const chart = useMemo(
    () => shown && energyBarsChart(shown, { period, by, day, from, to, month, year, isRange }, plcSN),
    [shown, period, by, day, from, to, month, year, isRange, plcSN],
  );
  return (
    <Panel
      actions={
        <>
          {by === 'days' ? (
            <MonthChoice
              month={month}
              onMonth={(next) => setState({ month: next, year: '' })}
              thisMonth={today.slice(0, 7)}
            />
          ) : (
            <YearChoice
              onYear={(next) => setState({ year: next, month: '' })}
              thisYear={today.slice(0, 4)}
              year={year}
            />
          )}
          <Segments<'days' | 'months'>
            label={t('site.energy.period')}
            onChange={(next) => setState({ by: next }, { isStep: true })}
            options={[
              { value: 'days', label: t('site.energy.month') },
              { value: 'months', label: t('site.energy.year') },
            ]}
            value={state.by}
          />
        </>
      }
      answer={answer}
      height={HEIGHT + 60}
      sub={nameOf(span)}
      title={t('site.energy.title')}
    >
      {shown && isEmpty(shown) && <p className="hp-chart-note">{t('site.energy.empty')}</p>}
      {chart && <Chart data={chart} height={HEIGHT} />}
    </Panel>
  );
}
