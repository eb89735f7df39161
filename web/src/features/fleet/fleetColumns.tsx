import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure, moneyText, powerFigure } from '../../components/base/amounts.ts';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { CaseLink } from '../../components/pv/case/CaseLink.tsx';
import { CreateCaseButton } from '../../components/pv/case/CreateCaseButton.tsx';
import { siteNameColumn } from '../../components/pv/columns.tsx';
import { causeText, lossText, ratioText } from '../../components/pv/finding/findingText.ts';
import { PlantStatus } from '../../components/pv/PlantStatus.tsx';
import { stateWords } from '../../components/pv/stateWords.ts';
import type { Column } from '../../components/table/DataTable.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { FleetRow } from './fleetFilters.ts';

/** Money where the plant has a price, else energy; a dash where nothing is at risk. */
const riskText = ({ riskKwh, riskMoney, currency }: FleetRow): string => {
  if (riskKwh <= 0) return '–';
  return riskMoney === null ? energyFigure(riskKwh).text : moneyText(riskMoney, currency);
};

/** "+2" and "-5" percentage points; a dash where two weeks cannot be compared. */
function changeText(change: number | null): string {
  if (change === null) return '–';
  const points = Math.round(change * 100);
  return `${points > 0 ? '+' : ''}${formatNumber(points === 0 ? 0 : points, 0)}`;
}

function Status({ row, now }: { row: FleetRow; now: number }): ReactNode {
  return (
    <PlantStatus
      lastReportAt={row.lastReportAt}
      latitude={row.latitude ?? undefined}
      longitude={row.longitude ?? undefined}
      nowMs={now}
      severity={row.severity}
      state={row.state}
      timeZone={row.timezone}
    />
  );
}

interface TopCauseProps {
  row: FleetRow;
  onOpen: (id: number) => void;
}

function TopCause({ row, onOpen }: TopCauseProps): ReactNode {
  const { topCause, topScope, topFindingId } = row;
  if (topCause === null || topFindingId === null) return '–';
  return (
    <button className="hp-link-button" onClick={() => onOpen(topFindingId)} type="button">
      {causeText(topCause, topScope)}
    </button>
  );
}

/** A link to the others, named with its text for screen readers. */
function Others({ count, title, to }: { count: number; title: string; to: string }): ReactNode {
  const text = `+${formatNumber(count, 0)}`;
  return (
    <Link aria-label={`${text}, ${title}`} className="hp-fleet-others" title={title} to={to}>
      {text}
    </Link>
  );
}

/** The open finding that costs most, and how many others there are. */
function Findings({ row, onOpen }: TopCauseProps): ReactNode {
  const { sid, topCause, openFindings } = row;
  if (openFindings === 0) return '–';
  const others = topCause === null ? openFindings : openFindings - 1;
  return (
    <>
      <TopCause onOpen={onOpen} row={row} />
      {others > 0 && (
        <Others count={others} title={t('fleet.allFindings')} to={paths.site(sid, 'findings')} />
      )}
    </>
  );
}

/** The newest open case of the plant, a link to all of them, or a button that opens one for its open findings. */
function Cases({ row }: { row: FleetRow }): ReactNode {
  const { sid, siteName, caseId, openCases, openFindings, topFindingId, mayEdit } = row;
  if (caseId !== null && openCases > 0)
    return (
      <>
        <CaseLink id={caseId} />
        {openCases > 1 && (
          <Others count={openCases - 1} title={t('fleet.allCases')} to={paths.cases({ site: sid })} />
        )}
      </>
    );
  if (!mayEdit || openFindings === 0) return '–';
  return (
    <CreateCaseButton
      about={{ sid, siteName, offersFindings: true, findingIds: topFindingId === null ? [] : [topFindingId] }}
      isSmall
    />
  );
}

const labelled = (
  label: 'site.field.now' | 'fleet.field.today' | 'fleet.field.ratio7' | 'fleet.field.risk',
  value: string,
): string => t('public.labelled', { label: t(label), value });

/** A plant on a phone. */
export function FleetCard({ row, onOpen, now }: TopCauseProps & { now: number }): ReactNode {
  return (
    <div className="hp-fleet-card">
      <Link className="hp-row-name" to={paths.site(row.sid)}>
        {row.siteName}
      </Link>
      <Status now={now} row={row} />
      {row.riskKwh > 0 && (
        <p>
          {labelled('fleet.field.risk', riskText(row))} · <TopCause onOpen={onOpen} row={row} />
        </p>
      )}
      {row.lastReportAt !== null && (
        <>
          <p>
            {[
              labelled('site.field.now', powerFigure(row.power).text),
              labelled('fleet.field.today', ratioText(row.ratioToday)),
            ].join(' · ')}
          </p>
          <p>
            {labelled('fleet.field.ratio7', ratioText(row.ratio7))} · {t('fleet.field.lastContact')}{' '}
            <RelativeTime at={row.lastReportAt} isInTable timeZone={row.timezone} />
          </p>
        </>
      )}
      {(row.openCases > 0 || row.openFindings > 0) && (
        <p>
          <Cases row={row} />
        </p>
      )}
    </div>
  );
}

export const fleetColumns = (now: number, onOpen: (id: number) => void): Column<FleetRow>[] => [
  siteNameColumn(),
  {
    key: 'status',
    title: t('site.field.status'),
    isSortable: true,
    render: (row) => <Status now={now} row={row} />,
    text: ({ state, severity, lastReportAt, timezone }) =>
      stateWords({ state, severity, lastReportAt }, { timeZone: timezone, nowMs: now }),
  },
  {
    key: 'riskMoney',
    title: t('fleet.field.risk'),
    isSortable: true,
    isNumber: true,
    render: riskText,
    text: (row) => row.riskMoney,
  },
  {
    key: 'riskKwh',
    title: t('fleet.field.riskEnergy'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) => (row.riskKwh > 0 ? energyFigure(row.riskKwh).text : '–'),
    text: (row) => row.riskKwh,
  },
  {
    key: 'openFindings',
    title: t('fleet.field.findings'),
    isSortable: true,
    render: (row) => <Findings onOpen={onOpen} row={row} />,
    text: (row) => row.openFindings,
  },
  {
    key: 'topCause',
    title: t('fleet.field.cause'),
    isHiddenAtFirst: true,
    render: (row) => <TopCause onOpen={onOpen} row={row} />,
    text: (row) => (row.topCause === null ? '' : causeText(row.topCause, row.topScope)),
  },
  {
    key: 'openCases',
    title: t('case.title'),
    isSortable: true,
    render: (row) => <Cases row={row} />,
    text: (row) => row.openCases,
  },
  {
    key: 'power',
    title: t('site.field.now'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: (row) => powerFigure(row.power).text,
    text: (row) => row.power,
  },
  {
    key: 'today',
    title: t('fleet.field.today'),
    isNumber: true,
    render: (row) => ratioText(row.ratioToday),
    text: (row) => row.ratioToday,
  },
  {
    key: 'ratio7',
    title: t('fleet.field.ratio7'),
    isSortable: true,
    isNumber: true,
    render: (row) => (
      <>
        <span title={row.ratioKind === 'clearSky' ? t('fleet.clearSkyRatio') : undefined}>
          {ratioText(row.ratio7)}
        </span>
        {row.change7 !== null && changeText(row.change7) !== '0' && (
          <span className="hp-muted" title={t('fleet.change7')}>
            {` (${changeText(row.change7)})`}
          </span>
        )}
      </>
    ),
    text: (row) => row.ratio7,
  },
  {
    key: 'change7',
    title: t('fleet.field.change7'),
    isSortable: true,
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) => changeText(row.change7),
    text: (row) => row.change7,
  },
  {
    key: 'lostKwh',
    title: t('finding.field.lost'),
    unit: 'kWh',
    isSortable: true,
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) => lossText(row.lostKwh, row.lostMoney, row.currency),
    text: (row) => row.lostKwh,
  },
  {
    key: 'completeness',
    title: t('fleet.field.completeness'),
    isSortable: true,
    isNumber: true,
    render: (row) => ratioText(row.completeness),
    text: (row) => row.completeness,
  },
  {
    key: 'lastUpdate',
    title: t('fleet.field.lastContact'),
    isSortable: true,
    render: (row) => <RelativeTime at={row.lastReportAt} isInTable timeZone={row.timezone} />,
    text: (row) => (row.lastReportAt === null ? '' : new Date(row.lastReportAt).toISOString()),
  },
];
