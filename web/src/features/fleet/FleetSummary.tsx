import type { OutputOf } from '@helioport/contract/endpoint';
import type { fleet } from '@helioport/contract/fleet';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure, moneyText } from '../../components/base/amounts.ts';
import { Figure } from '../../components/base/Figure.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import './fleet.css';

type Summary = OutputOf<typeof fleet.summary>;

/** The plants of the desk in totals. Counts lead to what they count. */
export function FleetSummary({ summary }: { summary: Summary | undefined }): ReactNode {
  const risk = energyFigure(summary?.riskKwh ?? null);
  const recovered = energyFigure(summary?.recovered.kwhPerYear ?? null);
  const count = (value: number | undefined) => (value === undefined ? null : formatNumber(value, 0));
  const money = summary?.money.filter(({ perYear }) => perYear > 0) ?? [];
  return (
    <section aria-label={t('fleet.summary')} className="hp-fleet-summary">
      <Link to={paths.fleetBy({ findings: 'yes' })}>
        <Figure
          label={t('fleet.field.findings')}
          sub={summary && t('fleet.inPlants', { value: formatNumber(summary.withFindings, 0) })}
          value={count(summary?.openFindings)}
        />
      </Link>
      <div>
        <Figure
          label={t('fleet.field.risk')}
          sub={money.map(({ perYear, currency }) => moneyText(perYear, currency)).join(', ')}
          unit={risk.unit}
          value={summary === undefined ? null : risk.value}
        />
      </div>
      <Link to={paths.cases()}>
        <Figure label={t('fleet.openCases')} value={count(summary?.openCases)} />
      </Link>
      <Link to={paths.cases({ view: 'overdue' })}>
        <Figure label={t('fleet.overdueCases')} value={count(summary?.overdueCases)} />
      </Link>
      <div>
        <Figure
          label={t('fleet.recovered')}
          sub={t('fleet.recoveredSub')}
          unit={recovered.unit}
          value={summary === undefined ? null : recovered.value}
        />
      </div>
    </section>
  );
}
