// The start page of owners: a card for each plant, with its condition before any figures. A single plant opens
// automatically.
import { site } from '@helioport/contract/site';
import { isLive } from '@helioport/domain/state';
import { type ReactNode, useMemo } from 'react';
import { Link, Navigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { ConditionLine } from '../../../components/pv/ConditionLine.tsx';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import { Sparkline } from '../../../components/pv/Sparkline.tsx';
import { powerNow } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { type CardDay, type Curve, cardDayOf } from './cardDay.ts';
import { placeOf, ReportAge } from './siteColumns.tsx';
import type { SiteRow } from './siteFilters.ts';
import './ownerStart.css';

interface OwnerStartProps {
  rows: readonly SiteRow[];
  now: number;
}

export function OwnerStart({ rows, now }: OwnerStartProps): ReactNode {
  const sids = useMemo(() => rows.map(({ sid }) => sid), [rows]);
  const { data, isPending } = useCall(
    site.curves,
    { sids },
    { live: 'shown', keepsPrevious: true, refreshMs: 300_000, isEnabled: sids.length > 1 },
  );
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return <Navigate replace to={paths.site(only.sid)} />;
  return (
    <ul className="hp-start">
      {rows.map((row) => (
        <li key={row.sid}>
          <PlantCard
            curve={data?.list.find(({ sid }) => sid === row.sid)}
            isFetched={!isPending}
            now={now}
            row={row}
          />
        </li>
      ))}
    </ul>
  );
}

/** The height of a main figure in px, so that the card does not grow when it arrives. */
const FIGURE_HEIGHT = 58;

function DayFigure({ day: { isToday, energyKwh } }: { day: CardDay }): ReactNode {
  const { unit, value } = energyFigure(energyKwh);
  return (
    <Figure
      color="production"
      isMain
      label={t(isToday ? 'site.field.today' : 'site.production.yesterday')}
      unit={unit}
      value={value}
    />
  );
}

interface PlantCardProps {
  row: SiteRow;
  curve: Curve | undefined;
  /** False until the curves are fetched or failed. */
  isFetched: boolean;
  now: number;
}

function PlantCard({ row, curve, isFetched, now }: PlantCardProps): ReactNode {
  const { timezone: timeZone, state, lastReportAt, verdict, sid } = row;
  const day = cardDayOf(row, curve, isFetched);
  const watts = powerNow(row.reporting, row.now);
  const power = powerFigure(watts);
  const hasReported = lastReportAt !== null;
  return (
    <article className={`hp-start-card hp-start-${verdict.level}`}>
      <header>
        <h2>
          <Link className="hp-site-card-link" to={paths.site(sid)}>
            {row.siteName}
          </Link>
        </h2>
        <p className="hp-muted">{placeOf(row)}</p>
      </header>
      <p className="hp-start-verdict">
        <ConditionLine nowMs={now} sid={sid} timeZone={timeZone} verdict={verdict} />
      </p>
      {hasReported ? (
        <>
          <div className="hp-start-day">
            {day === undefined ? <Skeleton height={FIGURE_HEIGHT} lines={2} /> : <DayFigure day={day} />}
            {curve && <Sparkline powerW={curve.powerW} steps={curve.steps} />}
          </div>
          <footer>
            <span>
              {t('site.field.now')} <b>{watts === null ? '–' : power.text}</b>
            </span>
            {!isLive(row.reporting) && (
              <PlantStatus
                isPlain
                lastReportAt={lastReportAt}
                latitude={row.latitude}
                longitude={row.longitude}
                nowMs={now}
                severity={row.severity}
                state={state}
                timeZone={timeZone}
              />
            )}
            <ReportAge row={row} />
          </footer>
        </>
      ) : (
        <div className="hp-start-connect">
          <b>{t('site.connect.title')}</b>
          <p>{t('site.connect.hint')}</p>
          <Link to={paths.site(sid)}>{t('site.connect.how')}</Link>
        </div>
      )}
    </article>
  );
}
