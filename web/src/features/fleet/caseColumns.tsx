import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatInstant, formatNumber } from '../../components/base/time.ts';
import {
  type CaseRow,
  caseOutcomeText,
  casePriorityText,
  caseStateText,
} from '../../components/pv/case/caseText.ts';
import { causeText, lossText } from '../../components/pv/finding/findingText.ts';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { dateText, withOffset } from '../../components/pv/plantClock.ts';
import type { Column } from '../../components/table/DataTable.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

const dayOr = (day: string | null): string => (day === null ? '–' : dateText(day));

export const riskText = ({ riskKwh, riskMoney, currency }: CaseRow): string =>
  riskKwh > 0 ? lossText(riskKwh, riskMoney, currency) : '–';

/** "2 / 3": open ones of all. */
export const openText = (open: number, all: number): string =>
  all === 0 ? '–' : `${formatNumber(open, 0)} / ${formatNumber(all, 0)}`;

/** State, with the outcome of a closed case. */
export function CaseStateTag({ row }: { row: Pick<CaseRow, 'state' | 'outcome'> }): ReactNode {
  const { state, outcome } = row;
  if (state === 'closed')
    return (
      <Tag icon="check" tone={outcome === 'evidence' ? 'good' : 'plain'}>
        {caseOutcomeText(outcome) || caseStateText(state)}
      </Tag>
    );
  return <Tag tone={state === 'verifying' ? 'act' : 'plain'}>{caseStateText(state)}</Tag>;
}

/** The due date, marked when it has passed. */
export function DueDay({ row }: { row: Pick<CaseRow, 'dueDay' | 'isOverdue'> }): ReactNode {
  if (row.dueDay === null) return '–';
  return (
    <span className="hp-overdue">
      {dateText(row.dueDay)}
      {row.isOverdue && (
        <Tag icon="alert" tone="alert">
          {t('case.overdue')}
        </Tag>
      )}
    </span>
  );
}

/** A case on a phone. */
export function CaseCard({ row }: { row: CaseRow }): ReactNode {
  return (
    <div className="hp-fleet-card">
      <Link className="hp-row-name" to={paths.case(row.id)}>
        {row.number} · {row.title}
      </Link>
      <div className="hp-case-tags">
        <CaseStateTag row={row} />
        {row.priority === 'high' && <Tag>{casePriorityText(row.priority)}</Tag>}
      </div>
      <p>
        {row.siteName} · {row.assignedName || t('alarm.nobody')}
      </p>
      {row.dueDay !== null && (
        <p>
          {t('case.field.due')} <DueDay row={row} />
        </p>
      )}
      {row.riskKwh > 0 && (
        <p>{t('public.labelled', { label: t('fleet.field.risk'), value: riskText(row) })}</p>
      )}
    </div>
  );
}

export const caseColumns = (): Column<CaseRow>[] => [
  {
    key: 'number',
    title: t('case.link'),
    isFixed: true,
    render: (row) => (
      <Link className="hp-row-name" to={paths.case(row.id)}>
        {row.number}
      </Link>
    ),
    text: (row) => row.number,
  },
  {
    key: 'title',
    title: t('case.field.title'),
    render: (row) => <span className="hp-case-title">{row.title}</span>,
    text: (row) => row.title,
  },
  {
    key: 'siteName',
    title: t('site.field.name'),
    isSortable: true,
    render: (row) => <Link to={paths.site(row.sid)}>{row.siteName}</Link>,
    text: (row) => row.siteName,
  },
  {
    key: 'state',
    title: t('alarm.field.state'),
    isSortable: true,
    render: (row) => <CaseStateTag row={row} />,
    text: (row) => caseOutcomeText(row.outcome) || caseStateText(row.state),
  },
  {
    key: 'priority',
    title: t('case.field.priority'),
    isSortable: true,
    text: (row) => casePriorityText(row.priority),
  },
  {
    key: 'dueDay',
    title: t('case.field.due'),
    isSortable: true,
    render: (row) => <DueDay row={row} />,
    text: (row) => row.dueDay,
  },
  {
    key: 'assigned',
    title: t('alarm.field.assigned'),
    render: (row) =>
      row.assignedName === '' ? '–' : <PersonLink name={row.assignedName} uid={row.assignedUid} />,
    text: (row) => row.assignedName,
  },
  {
    key: 'riskMoney',
    title: t('fleet.field.risk'),
    isSortable: true,
    isNumber: true,
    render: riskText,
    text: (row) => row.riskMoney ?? row.riskKwh,
  },
  {
    key: 'cause',
    title: t('fleet.field.cause'),
    isHiddenAtFirst: true,
    render: (row) => (row.cause === null ? '–' : causeText(row.cause, row.causeScope)),
    text: (row) => (row.cause === null ? '' : causeText(row.cause, row.causeScope)),
  },
  {
    key: 'findings',
    title: t('fleet.field.findings'),
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) => openText(row.openFindings, row.findings),
    text: (row) => row.openFindings,
  },
  {
    key: 'nextVisitDay',
    title: t('case.field.visit'),
    isHiddenAtFirst: true,
    render: (row) => dayOr(row.nextVisitDay),
    text: (row) => row.nextVisitDay,
  },
  {
    key: 'warrantyUntil',
    title: t('case.field.warranty'),
    isHiddenAtFirst: true,
    render: (row) => dayOr(row.warrantyUntil),
    text: (row) => row.warrantyUntil,
  },
  {
    key: 'createdAt',
    title: t('case.field.created'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => formatInstant(row.createdAt, row.timezone),
    text: (row) => withOffset(row.createdAt, row.timezone),
  },
  {
    key: 'changedAt',
    title: t('case.field.changed'),
    isSortable: true,
    render: (row) => <RelativeTime at={row.changedAt} isInTable timeZone={row.timezone} />,
    text: (row) => withOffset(row.changedAt, row.timezone),
  },
];
