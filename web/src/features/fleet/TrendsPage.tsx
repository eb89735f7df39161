import type { OutputOf } from '@helioport/contract/endpoint';
import { fleet } from '@helioport/contract/fleet';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import type { Answer } from '../../components/base/FailedState.tsx';
import { Figure } from '../../components/base/Figure.tsx';
import { Filters } from '../../components/base/Filters.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { Chart } from '../../components/chart/Chart.tsx';
import type { ChartData } from '../../components/chart/series.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { Segments } from '../../components/form/Segments.tsx';
import { monthText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import { FleetNav } from './FleetNav.tsx';
import './fleet.css';

type Trends = OutputOf<typeof fleet.trends>;

const schema = urlFields({ q: text(200), months: choice(['13', '36'], '13') });
const HEIGHT = 260;

/** How the fleet develops: soiling, degradation, failures. */
export default function TrendsPage(): ReactNode {
  const [{ q, months }, set] = useUrlState(schema);
  const search = useCallback((words: string) => set({ q: words }), [set]);
  const answer = useCall(
    fleet.trends,
    { filters: { keywords: q }, months: Number(months) },
    { live: 'none', keepsPrevious: true, staleMs: 300_000 },
  );
  const { data } = answer;
  return (
    <Page sub={t('fleet.trends.sub')} title={t('fleet.trends.title')}>
      <FleetNav />
      <Filters className="hp-page-filters">
        <SearchBox label={t('site.list.search')} onChange={search} value={q} />
        <Segments<'13' | '36'>
          label={t('fleet.trends.period')}
          onChange={(chosen) => set({ months: chosen }, { isStep: true })}
          options={(['13', '36'] as const).map((value) => ({
            value,
            label: value === '13' ? t('fleet.trends.period13') : t('fleet.trends.period36'),
          }))}
          value={months}
        />
      </Filters>
      <div className="hp-fleet-two">
        <Soiling answer={answer} soiling={data?.soiling ?? []} />
        <Degradation answer={answer} data={data?.degradation} />
      </div>
      <Failures answer={answer} rows={data?.failures ?? []} />
    </Page>
  );
}

const plantsText = (plants: number): string =>
  t('public.labelled', { label: t('fleet.nav.plants'), value: formatNumber(plants, 0) });

const percent = (value: number | null, decimals: number): string | null =>
  value === null ? null : formatNumber(value * 100, decimals);

/** "-0.9 to -0.1%"; '' without an interval. */
const rangeText = (low: number | null, high: number | null, decimals: number): string =>
  low === null || high === null
    ? ''
    : t('fleet.trends.interval', { low: percent(low, decimals) ?? '', high: percent(high, decimals) ?? '' });

function Soiling({ answer, soiling }: { answer: Answer; soiling: Trends['soiling'] }): ReactNode {
  const chart = useMemo((): ChartData => {
    const share = (of: (point: Trends['soiling'][number]) => number | null) =>
      soiling.map((point) => {
        const value = of(point);
        return value === null ? null : value * 100;
      });
    const end = { kind: 'line', color: 'muted', unit: '%', isTableOnly: true, isInTip: true } as const;
    return {
      title: t('fleet.trends.soiling'),
      xName: t('fleet.trends.month'),
      x: soiling.map(({ month }) => monthText(month)),
      xFile: soiling.map(({ month }) => month),
      series: [
        {
          key: 'value',
          name: t('fleet.trends.mean'),
          kind: 'bar',
          color: 'series-1',
          unit: '%',
          values: share(({ value }) => value),
          notes: soiling.map(({ plants }) => plantsText(plants)),
        },
        { key: 'low', name: t('fleet.trends.low'), values: share(({ low }) => low), ...end },
        { key: 'high', name: t('fleet.trends.high'), values: share(({ high }) => high), ...end },
      ],
    };
  }, [soiling]);
  return (
    <Panel
      answer={answer}
      empty={
        soiling.length === 0
          ? { title: t('fleet.trends.noSoiling'), hint: t('fleet.trends.noSoilingHint') }
          : soiling.every(({ value }) => value === 0) && { title: t('fleet.trends.clean'), icon: 'check' }
      }
      height={HEIGHT}
      sub={t('fleet.trends.soilingSub')}
      title={t('fleet.trends.soiling')}
    >
      <Chart data={chart} height={HEIGHT} />
    </Panel>
  );
}

interface DegradationProps {
  answer: Answer;
  data: Trends['degradation'] | undefined;
}

function Degradation({ answer, data }: DegradationProps): ReactNode {
  return (
    <Panel
      answer={answer}
      empty={
        data?.perYear === null && {
          title: t('fleet.trends.noDegradation'),
          hint: t('fleet.trends.noDegradationHint'),
          icon: 'clock',
        }
      }
      height={HEIGHT}
      sub={t('fleet.trends.degradationSub')}
      title={t('fleet.trends.degradation')}
    >
      {data && (
        <Figure
          isMain
          label={t('fleet.trends.perYear')}
          sub={[
            rangeText(data.low, data.high, 2) || t('fleet.trends.noInterval'),
            plantsText(data.plants),
          ].join(' · ')}
          unit="%"
          value={percent(data.perYear, 2)}
        />
      )}
    </Panel>
  );
}

function Failures({ answer, rows }: { answer: Answer; rows: Trends['failures'] }): ReactNode {
  const title = t('fleet.trends.failures');
  return (
    <Panel
      answer={answer}
      empty={
        rows.length === 0 && {
          title: t('fleet.trends.noDevices'),
          hint: t('fleet.trends.noDevicesHint'),
        }
      }
      height={160}
      isFlush
      sub={t('fleet.trends.failuresSub')}
      title={title}
    >
      <section
        aria-label={title}
        className="hp-rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('site.field.model')}</th>
              <th scope="col">{t('device.detail.firmware')}</th>
              <th className="hp-number" scope="col">
                {t('site.field.devices')}
              </th>
              <th className="hp-number" scope="col">
                {t('fleet.trends.deviceYears')}
              </th>
              <th className="hp-number" scope="col">
                {t('fleet.trends.count')}
              </th>
              <th className="hp-number" scope="col">
                {t('fleet.trends.rate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.model} ${row.version}`}>
                <td>{row.model || t('fleet.trends.unknownModel')}</td>
                <td>{row.version || '–'}</td>
                <td className="hp-number">{formatNumber(row.devices, 0)}</td>
                <td className="hp-number">{formatNumber(row.deviceYears, 1)}</td>
                <td className="hp-number">{formatNumber(row.failures, 0)}</td>
                <td className="hp-number">{rateText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** "2.1 (0.8–4.4)"; a dash where too few devices have run for long enough. */
function rateText({ perYear, low, high }: Trends['failures'][number]): string {
  if (perYear === null) return '–';
  const value = formatNumber(perYear, 1);
  return low === null || high === null
    ? value
    : `${value} (${formatNumber(low, 1)}–${formatNumber(high, 1)})`;
}
