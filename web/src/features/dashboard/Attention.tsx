// What needs attention first: plants, alarms, the energy of today, devices not reporting, and the system itself. Every
// count links to its list; parts whose page the user may not open are left out.
import { dashboard } from '@helioport/contract/dashboard';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import type { Severity } from '@helioport/domain/condition';
import { reportingStates, type StateKey } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { energyFigure } from '../../components/base/amounts.ts';
import { Figure } from '../../components/base/Figure.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { statusWords } from '../../components/base/StatusTag.tsx';
import { formatNumber, useNow } from '../../components/base/time.ts';
import { ConditionLine } from '../../components/pv/ConditionLine.tsx';
import { severityText } from '../../components/pv/SeverityTag.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { type Count, plantCounts } from './figures.ts';
import { SystemPanel } from './SystemPanel.tsx';

/** Plants that are named; the others are in the list. */
const PLANTS_SHOWN = 6;

const worstFirst = [...new Set(reportingStates.map(({ state }) => state))];
const isLost = (state: StateKey) => state === 'silent' || state === 'offline' || state === 'alert';

/** Notes and plants without issues need no attention. */
const isAlarm = (severity: Severity) => severity !== 'info' && severity !== 'none';

const calm = { live: 'none', refreshMs: 60_000 } as const;
/** Energies change slowly, and totals over many plants are expensive. */
const slow = { ...calm, refreshMs: 300_000 } as const;

/** The plants by severity and the worst of them, which determine the height of the first panel. */
export function usePlantsFirst() {
  const mayList = useMayCall(site.listWithSN);
  const counts = useCall(overview.siteStatusCounts, { filters: {} }, { ...calm, isEnabled: mayList });
  const worst = useCall(
    site.listWithSN,
    {
      sort: [{ field: 'verdict', order: 'asc' }],
      page: { num: 0, size: PLANTS_SHOWN },
    },
    { ...calm, isEnabled: mayList },
  );
  // Requested at the same time, for the panels that follow.
  useCall(dashboard.attention, {}, calm);
  useCall(dashboard.energyToday, {}, { ...slow, isEnabled: mayList });
  return { counts, worst, isReady: !mayList || !(counts.isPending || worst.isPending) };
}

type PlantsFirst = ReturnType<typeof usePlantsFirst>;

export function Attention({ plants }: { plants: PlantsFirst }): ReactNode {
  const answer = useCall(dashboard.attention, {}, calm);
  const { alarms, devices, mails } = answer.data ?? {};
  return (
    <section aria-label={t('dashboard.attention')} className="hp-dash-attention">
      <Can call={site.listWithSN}>
        <div className="hp-dash-side">
          <Plants {...plants} />
          <Today />
        </div>
      </Can>
      <div className="hp-dash-side">
        {alarms !== null && (
          <Panel answer={answer} height={64} title={t('dashboard.alarms')}>
            {alarms && (
              <Counts
                rows={[
                  ...(['critical', 'major', 'minor'] as const).map((severity) => ({
                    label: severityText(severity),
                    count: alarms[severity],
                    to: paths.alarmsBy({ state: 'open', severity }),
                    isAlert: severity !== 'minor',
                  })),
                  {
                    label: t('alarm.state.acknowledged'),
                    count: alarms.acknowledged,
                    to: paths.alarmsBy({ state: 'acknowledged' }),
                  },
                ]}
              />
            )}
          </Panel>
        )}
        {devices !== null && (
          <Panel answer={answer} height={64} title={t('dashboard.silence')}>
            {devices && (
              <Counts
                rows={[
                  // The statuses of the list of devices, so that they add up to all.
                  ...worstFirst
                    .filter((state) => devices.states[state] > 0)
                    .map((state) => ({
                      label: statusWords(state),
                      count: devices.states[state],
                      isAlert: isLost(state),
                      to: paths.devicesBy('index', { state }),
                    })),
                  { label: t('site.list.all'), count: devices.total, to: paths.devices('index') },
                ]}
              />
            )}
          </Panel>
        )}
        <Can call={overview.health}>
          <SystemPanel mails={mails ?? null} />
        </Can>
      </div>
    </section>
  );
}

/** Counts in one line, each a link to its list. */
function Counts({ rows }: { rows: readonly Count[] }): ReactNode {
  return (
    <ul className="hp-dash-counts">
      {rows.map(({ label, count, to, isAlert = false }) => (
        <li key={label}>
          <Link to={to}>
            <b data-alert={(isAlert && count > 0) || undefined}>{formatNumber(count, 0)}</b>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Plants by severity, and the worst of them by name. */
function Plants({ counts, worst }: PlantsFirst): ReactNode {
  const now = useNow();
  const needing = worst.data?.list.filter(({ severity }) => isAlarm(severity));
  return (
    <Panel answer={counts} height={120} title={t('dashboard.plantsAttention')}>
      {counts.data && <Counts rows={plantCounts(counts.data)} />}
      {needing?.length === 0 && (
        <p className="hp-dash-fine">
          <Icon name="check" size={16} /> {t('dashboard.noneNeed')}
        </p>
      )}
      <ul className="hp-dash-worst">
        {needing?.map(({ sid, siteName, verdict, timezone }) => (
          <li key={sid}>
            <Link to={paths.site(sid)}>{siteName}</Link>
            <ConditionLine nowMs={now} sid={sid} timeZone={timezone} verdict={verdict} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Energy of today and its share of clear-sky energy until now. */
function Today(): ReactNode {
  const answer = useCall(dashboard.energyToday, {}, slow);
  const { data } = answer;
  const energy = (value: number | null) => energyFigure(value);
  const produced = energy(data?.producedKwh ?? null);
  const ratio =
    data?.clearSkyKwh != null && data.clearSkyKwh > 0 && data.comparedKwh !== null
      ? data.comparedKwh / data.clearSkyKwh
      : null;
  return (
    <Panel answer={answer} height={88} title={t('dashboard.today')}>
      {data && (
        <div className="hp-dash-today">
          <Figure
            label={t('dashboard.todayAll')}
            unit={produced.unit}
            value={data.producedKwh === null ? null : produced.value}
          />
          <Figure
            label={t('dashboard.clearSky')}
            sub={
              data.clearSkyKwh === null
                ? t('dashboard.noClearSky')
                : t('dashboard.clearSkyOf', {
                    produced: energy(data.comparedKwh).text,
                    expected: energy(data.clearSkyKwh).text,
                    compared: formatNumber(data.comparedPlants, 0),
                    plants: formatNumber(data.plants, 0),
                  })
            }
            unit="%"
            value={ratio === null ? null : formatNumber(ratio * 100, 0)}
          />
        </div>
      )}
    </Panel>
  );
}
