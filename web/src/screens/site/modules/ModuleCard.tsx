import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { energyFigure, powerFigure } from '../../../ui/base/amounts.ts';
import { StatusTag, statusWords } from '../../../ui/base/StatusTag.tsx';
import type { ModuleRow, RatioBasis } from './moduleRows.ts';
import { RatioBar } from './RatioBar.tsx';
import '../list/siteCard.css';

/** A module in the list on a phone. */
export function ModuleCard({ row, basis }: { row: ModuleRow; basis: RatioBasis }): ReactNode {
  return (
    <article className="hp-site-card">
      <header>
        <div>
          <b>{row.isUndivided ? row.sn : row.plcSN}</b>
          <p className="hp-muted">
            {row.isUndivided ? `${row.device}, ${t('site.modules.undivided')}` : row.device}
          </p>
        </div>
        <StatusTag isPlain status={row.status}>
          {row.statusText ?? statusWords(row.status)}
        </StatusTag>
      </header>
      <dl className="hp-site-card-values">
        <div>
          <dt>{t('site.field.now')}</dt>
          <dd>{powerFigure(row.nowW).text}</dd>
        </div>
        <div>
          <dt>{t('site.field.today')}</dt>
          <dd>{energyFigure(row.todayKwh).text}</dd>
        </div>
        <div>
          <dt>{t('site.modules.ratio')}</dt>
          <dd>
            <RatioBar basis={basis} ratio={row.ratio} />
          </dd>
        </div>
      </dl>
    </article>
  );
}
