import { dashboard } from '@helioport/contract/dashboard';
import { site } from '@helioport/contract/site';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Figure } from '../../components/base/Figure.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { Chart } from '../../components/chart/Chart.tsx';
import { PendingOffers } from '../../components/pv/PendingOffers.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { Attention, usePlantsFirst } from './Attention.tsx';
import { CountryMap } from './CountryMap.tsx';
import { deviceFigures, type Span, trendChart } from './figures.ts';
import './dashboard.css';

const CHART_HEIGHT = 240;
const FIGURES_HEIGHT = 88;
const FIRST_HEIGHT = 640;

/** What needs attention first, then statistics: users and devices, recent registrations, users by country. */
export default function DashboardPage(): ReactNode {
  const plants = usePlantsFirst();
  // What is drawn below would move when the plants appear.
  if (!plants.isReady)
    return (
      <Page title={pageTitle('dashboard')}>
        <Skeleton height={FIRST_HEIGHT} lines={16} />
      </Page>
    );
  return (
    <Page title={pageTitle('dashboard')}>
      <div className="hp-dash">
        <Can call={site.offers}>
          <PendingOffers />
        </Can>
        <Attention plants={plants} />
        <h2 className="hp-dash-heading">{t('dashboard.statistics')}</h2>
        <Can call={dashboard.deviceSummary}>
          <Figures />
        </Can>
        <Can call={dashboard.deviceTrend}>
          <Trends />
        </Can>
        <Can module="dashboard:countries">
          <Countries />
        </Can>
      </div>
    </Page>
  );
}

/** Counts change slowly; a page kept open still refreshes them. */
const calm = { live: 'none', refreshMs: 60_000 } as const;

function Figures(): ReactNode {
  const users = useCall(dashboard.userSummary, {}, calm);
  const devices = useCall(dashboard.deviceSummary, {}, calm);
  return (
    <div className="hp-dash-figures">
      <Panel answer={users} height={FIGURES_HEIGHT}>
        <FigureLink label={t('dashboard.users')} to={paths.users()} value={users.data?.totalUsers} />
      </Panel>
      {deviceFigures(devices.data).map(({ label, value, to }) => (
        <Panel answer={devices} height={FIGURES_HEIGHT} key={label}>
          <FigureLink label={label} to={to} value={value} />
        </Panel>
      ))}
    </div>
  );
}

interface FigureLinkProps {
  label: string;
  value: number | undefined;
  /** The list behind the count. */
  to: string;
}

function FigureLink({ label, value, to }: FigureLinkProps): ReactNode {
  return (
    <Link className="hp-dash-figure" to={to}>
      <Figure isMain label={label} value={value === undefined ? null : formatNumber(value, 0)} />
      <span className="hp-dash-open">{t('dashboard.open')}</span>
    </Link>
  );
}

function Trends(): ReactNode {
  const answer = useCall(dashboard.deviceTrend, {}, calm);
  const { days, weeks } = answer.data ?? {};
  return (
    <div className="hp-dash-trends">
      <Panel answer={answer} height={CHART_HEIGHT + 60} title={t('dashboard.daily')}>
        {days && <Trend spans={days} title={t('dashboard.daily')} xName={t('dashboard.day')} />}
      </Panel>
      <Panel answer={answer} height={CHART_HEIGHT + 60} title={t('dashboard.weekly')}>
        {weeks && <Trend spans={weeks} title={t('dashboard.weekly')} xName={t('dashboard.week')} />}
      </Panel>
    </div>
  );
}

interface TrendProps {
  spans: readonly Span[];
  title: string;
  xName: string;
}

/** A bar links to the users registered in its period, and so does the total below, for keyboard use. */
function Trend({ spans, title, xName }: TrendProps): ReactNode {
  const navigate = useNavigate();
  const data = useMemo(() => trendChart(spans, title, xName), [spans, title, xName]);
  const first = spans[0];
  const last = spans.at(-1);
  const sum = (field: 'users' | 'devices') => spans.reduce((total, span) => total + span[field], 0);
  return (
    <>
      <Chart
        data={data}
        height={CHART_HEIGHT}
        onPick={(i) => {
          const span = spans[i];
          if (span) void navigate(paths.usersBy({ from: span.from, to: span.to }));
        }}
      />
      {first && last && (
        <p className="hp-dash-sums">
          <Link to={paths.usersBy({ from: first.from, to: last.to })}>
            <b>{formatNumber(sum('users'), 0)}</b> {t('dashboard.newUsers')}
          </Link>
          <Link to={paths.devices('index')}>
            <b>{formatNumber(sum('devices'), 0)}</b> {t('dashboard.newDevices')}
          </Link>
        </p>
      )}
    </>
  );
}

function Countries(): ReactNode {
  const answer = useCall(dashboard.userSummary, {}, calm);
  const countries = answer.data?.countries ?? [];
  return (
    <Panel
      answer={answer}
      height={420}
      title={t('dashboard.countries')}
      {...(answer.data && countries.length === 0
        ? { empty: { title: t('dashboard.noUsers'), icon: 'users' as const } }
        : {})}
    >
      <CountryMap countries={countries} />
    </Panel>
  );
}
