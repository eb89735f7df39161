import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { type Clock, stateWords } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { ModuleRow, RatioBasis } from './moduleRows.ts';
import { RatioBar } from './RatioBar.tsx';
import '../../../components/pv/siteCard.css';

interface ModuleCardProps {
  row: ModuleRow;
  basis: RatioBasis;
  clock: Clock;
  /** A box to choose it by. */
  choice: ReactNode;
}

/** A module in the list on a phone. */
export function ModuleCard({ row, basis, clock, choice }: ModuleCardProps): ReactNode {
  return (
    <article className="hp-site-card">
      <header>
        <div>
          {choice}{' '}
          <b>{row.isUndivided ? row.sn : <Link to={paths.module(row.sn, row.addr)}>{row.plcSN}</Link>}</b>
          <p className="hp-muted">
            {row.isUndivided ? `${row.device}, ${t('site.modules.undivided')}` : row.device}
          </p>
        </div>
        <StatusTag isPlain severity={row.severity} state={row.state}>
          {stateWords(row, clock)}
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
            <RatioBar basis={basis} row={row} />
          </dd>
        </div>
      </dl>
    </article>
  );
}
