import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure } from '../../../components/base/amounts.ts';
import { ConditionLine } from '../../../components/pv/ConditionLine.tsx';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import { recordedText } from '../../../components/pv/recorded.ts';
import { powerNowText } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { knownKwh, placeOf, ReportAge } from './siteColumns.tsx';
import type { SiteRow } from './siteFilters.ts';
import '../../../components/pv/siteCard.css';

/** A plant in the list on a phone; the whole card leads to it. */
export function SiteCard({ row, now }: { row: SiteRow; now: number }): ReactNode {
  return (
    <article className="hp-site-card">
      <header>
        <div>
          <Link className="hp-site-card-link" to={paths.site(row.sid)}>
            {row.siteName}
          </Link>
          <p className="hp-muted">{placeOf(row)}</p>
        </div>
        <PlantStatus
          isPlain
          lastReportAt={row.lastReportAt}
          nowMs={now}
          severity={row.severity}
          state={row.state}
          timeZone={row.timezone}
        />
      </header>
      <ConditionLine isStill nowMs={now} sid={row.sid} timeZone={row.timezone} verdict={row.verdict} />
      <dl className="hp-site-card-values">
        <div>
          <dt>{t('site.field.now')}</dt>
          <dd>{powerNowText(row.reporting, row.now)}</dd>
        </div>
        <div>
          <dt>{t('site.field.today')}</dt>
          <dd>{energyFigure(knownKwh(row, row.todayPower)).text}</dd>
        </div>
        <div>
          <dt>{t('site.field.total')}</dt>
          <dd>{energyFigure(knownKwh(row, row.totalPower)).text}</dd>
        </div>
      </dl>
      <footer>
        <span>{t('site.deviceCount', { count: row.snCount })}</span>
        {row.recordedSince && <span>{recordedText(row.recordedSince)}</span>}
        <ReportAge row={row} />
      </footer>
    </article>
  );
}
