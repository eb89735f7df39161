import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { formatInstant, formatNumber } from '../../base/time.ts';
import type { Column } from '../../table/DataTable.tsx';
import { alarmStateText } from '../alarmState.tsx';
import { withOffset } from '../plantClock.ts';
import { SeverityTag, severityText } from '../SeverityTag.tsx';

export type EventRow = OutputOf<typeof device.alerts>['list'][number];

const steps = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** "2.5 hr", "10 min": in the largest unit of which there are two, else in minutes. */
export function durationText(ms: number): string {
  const [unit, length] = steps.find((step) => ms >= 2 * step[1]) ?? steps[2];
  return numberFormat({
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: ms < DAY_MS ? 1 : 0,
  }).format(ms / length);
}

/** The name of an event; expanded, its meaning and advice for owner and installer. */
export function EventWords({ row }: { row: EventRow }): ReactNode {
  return (
    <details className="hp-event">
      <summary>
        {row.alertTitle} {row.alertCode && <code>{row.alertCode}</code>}
      </summary>
      <dl>
        <dt>{t('event.cause')}</dt>
        <dd>{row.alertDescription}</dd>
        <dt>{t('event.owner')}</dt>
        <dd>{row.ownerAdvice}</dd>
        <dt>{t('event.installer')}</dt>
        <dd>{row.installerAdvice}</dd>
        {row.alarmId !== null && (
          <>
            <dt>{t('alarm.link')}</dt>
            <dd>
              <Link to={paths.alarms({ id: row.alarmId })}>{alarmStateText(row.alarmState ?? 'open')}</Link>
            </dd>
          </>
        )}
        {row.sns.length > 1 && (
          <>
            <dt>{t('site.field.devices')}</dt>
            <dd>{row.sns.join(', ')}</dd>
          </>
        )}
      </dl>
    </details>
  );
}

/** The name and serial number of its device, or how many there are. */
export const deviceText = ({ alias, sn, sns }: EventRow): string =>
  sns.length > 1 ? t('site.deviceCount', { count: sns.length }) : namedSn(alias, sn);

export const beginText = ({ begunAt, timezone }: EventRow): string => formatInstant(begunAt, timezone);

export const endText = ({ endedAt, timezone }: EventRow): string =>
  endedAt === null ? t('event.going') : formatInstant(endedAt, timezone);

export const eventColumns = (): Column<EventRow>[] => [
  {
    key: 'event',
    title: t('event.what'),
    isFixed: true,
    render: (row) => <EventWords row={row} />,
    text: (row) => `${row.alertCode} ${row.alertTitle}`.trim(),
  },
  {
    key: 'severity',
    title: t('event.severity'),
    render: (row) => <SeverityTag severity={row.severity} />,
    text: (row) => severityText(row.severity),
  },
  {
    key: 'sn',
    title: t('site.field.device'),
    isSortable: true,
    render: (row) =>
      row.sns.length > 1 ? deviceText(row) : <Link to={paths.device(row.sn)}>{deviceText(row)}</Link>,
    text: (row) => row.sns.join(' '),
  },
  {
    key: 'begunAt',
    title: t('event.begun'),
    isSortable: true,
    render: beginText,
    text: (row) => withOffset(row.begunAt, row.timezone),
  },
  {
    key: 'endedAt',
    title: t('event.ended'),
    render: endText,
    text: (row) => (row.endedAt === null ? '' : withOffset(row.endedAt, row.timezone)),
  },
  {
    key: 'lasted',
    title: t('event.lasted'),
    isSortable: true,
    isNumber: true,
    render: (row) => durationText(row.lastedMs),
    text: (row) => Math.round(row.lastedMs / MINUTE_MS),
    unit: 'min',
  },
  {
    key: 'times',
    title: t('event.times'),
    isSortable: true,
    isNumber: true,
    render: (row) => formatNumber(row.times),
    text: (row) => row.times,
  },
];
