import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { PlantStatus } from '../../../solar/PlantStatus.tsx';
import { energyFigure } from '../../../ui/base/amounts.ts';
import { placeOf, powerNow, ReportAge, stateOfRow } from './siteColumns.tsx';
import type { SiteRow } from './siteFilters.ts';
import './siteCard.css';

/** A plant in the list on a phone; the whole card leads to it. */
export function SiteCard({ row, now }: { row: SiteRow; now: number }): ReactNode {
  const state = stateOfRow(row, now);
  return (
    <article className="hp-site-card">
      <header>
        <div>
          <Link className="hp-site-card-link" to={paths.site(row.sid)}>
            {row.siteName}
          </Link>
          <p className="hp-muted">{placeOf(row)}</p>
        </div>
        <PlantStatus state={state} timeZone={row.timezone} />
      </header>
      <dl className="hp-site-card-values">
        <div>
          <dt>{t('site.field.now')}</dt>
          <dd>{powerNow(row, state)}</dd>
        </div>
        <div>
          <dt>{t('site.field.today')}</dt>
          <dd>{energyFigure(row.todayPower).text}</dd>
        </div>
        <div>
          <dt>{t('site.field.total')}</dt>
          <dd>{energyFigure(row.totalPower).text}</dd>
        </div>
      </dl>
      <footer>
        <span>{t('site.deviceCount', { count: row.snCount })}</span>
        <ReportAge now={now} row={row} />
      </footer>
    </article>
  );
}
