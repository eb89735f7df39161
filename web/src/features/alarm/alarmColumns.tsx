import type { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { energyFigure, moneyText } from '../../components/base/amounts.ts';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { AlarmStateTag, alarmStateText } from '../../components/pv/alarmState.tsx';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { withOffset } from '../../components/pv/plantClock.ts';
import { SeverityTag, severityText } from '../../components/pv/SeverityTag.tsx';
import type { Column } from '../../components/table/DataTable.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';

export type AlarmRow = OutputOf<typeof alarm.list>['list'][number];

/**
 * The scope of an alarm: the device, the number of devices, or the whole plant; with the inputs of affected modules,
 * and with the devices connected through a gateway.
 */
export function reachText({ alias, sns, deviceCount, addrs, gateway, behindCount }: AlarmRow): string {
  if (gateway !== '')
    return behindCount === 0 ? gateway : t('gateway.behind', { count: behindCount, what: gateway });
  if (deviceCount === 0) return t('alarm.wholePlant');
  const devices =
    sns.length === 1 ? namedSn(alias, sns[0] ?? '') : t('site.deviceCount', { count: deviceCount });
  return addrs.length === 0 ? devices : `${devices}, ${t('alarm.inputs', { value: addrs.join(', ') })}`;
}

/** The device or module that it is about as a link; text for a plant, several devices or a gateway. */
export function ReachLink({ row }: { row: AlarmRow }): ReactNode {
  const { sns, addrs, gateway, deviceCount } = row;
  const [sn] = sns;
  if (sn === undefined || sns.length > 1 || deviceCount > 1 || gateway !== '') return reachText(row);
  const [addr] = addrs;
  const isModule = addr !== undefined && addrs.length === 1;
  return <Link to={isModule ? paths.module(sn, addr) : paths.device(sn)}>{reachText(row)}</Link>;
}

export const titleText = ({ title, key }: AlarmRow): string =>
  /^\d/.test(key) ? `${title} (${key})` : title;

/** The loss to date, in energy and money; a dash if unknown. */
export function lostText({ lostKwh, lostMoney, currency }: AlarmRow): string {
  if (lostKwh === null) return '–';
  const energy = energyFigure(lostKwh).text;
  return lostMoney === null ? energy : `${energy} (${moneyText(lostMoney, currency)})`;
}

/** To the finding that it is about; a dash for other alarms. */
export function FindingLink({ of: { findingId } }: { of: Pick<AlarmRow, 'findingId'> }): ReactNode {
  return findingId === null ? '–' : <Link to={paths.finding(findingId)}>{t('finding.open')}</Link>;
}

/** An alarm on a phone. */
export function AlarmCard({ row, onOpen }: { row: AlarmRow; onOpen: () => void }): ReactNode {
  return (
    <div className="hp-alarm-card">
      <div className="hp-alarm-tags">
        <SeverityTag severity={row.severity} />
        <AlarmStateTag state={row.state} />
      </div>
      <button className="hp-link-button" onClick={onOpen} type="button">
        {titleText(row)}
      </button>
      <p>
        <Link to={paths.site(row.sid)}>{row.siteName}</Link> · <ReachLink row={row} />
      </p>
      <p>
        <RelativeTime at={row.begunAt} timeZone={row.timezone} />
        {row.findingId !== null && (
          <>
            {' · '}
            <FindingLink of={row} />
          </>
        )}
      </p>
    </div>
  );
}

export const alarmColumns = (onOpen: (id: number) => void): Column<AlarmRow>[] => [
  {
    key: 'what',
    title: t('event.what'),
    isFixed: true,
    render: (row) => (
      <button className="hp-link-button" onClick={() => onOpen(row.alarmId)} type="button">
        {titleText(row)}
      </button>
    ),
    text: titleText,
  },
  {
    key: 'severity',
    title: t('event.severity'),
    isSortable: true,
    render: (row) => <SeverityTag severity={row.severity} />,
    text: (row) => severityText(row.severity),
  },
  {
    key: 'state',
    title: t('alarm.field.state'),
    render: (row) => <AlarmStateTag state={row.state} />,
    text: (row) => alarmStateText(row.state),
  },
  {
    key: 'siteName',
    title: t('site.field.name'),
    isSortable: true,
    render: (row) => <Link to={paths.site(row.sid)}>{row.siteName}</Link>,
    text: (row) => row.siteName,
  },
  {
    key: 'device',
    title: t('site.field.device'),
    isText: true,
    render: (row) => <ReachLink row={row} />,
    text: (row) => row.sns.join(' '),
  },
  {
    key: 'finding',
    title: t('alarm.field.finding'),
    render: (row) => <FindingLink of={row} />,
    text: (row) => row.findingId?.toString() ?? '',
  },
  {
    key: 'begunAt',
    title: t('event.begun'),
    isSortable: true,
    render: (row) => <RelativeTime at={row.begunAt} isInTable timeZone={row.timezone} />,
    text: (row) => withOffset(row.begunAt, row.timezone),
  },
  {
    key: 'raisedAt',
    title: t('alarm.field.raised'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => formatInstant(row.raisedAt, row.timezone),
    text: (row) => withOffset(row.raisedAt, row.timezone),
  },
  {
    key: 'endedAt',
    title: t('event.ended'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => (row.endedAt === null ? t('event.going') : formatInstant(row.endedAt, row.timezone)),
    text: (row) => (row.endedAt === null ? '' : withOffset(row.endedAt, row.timezone)),
  },
  {
    key: 'lost',
    title: t('alarm.field.lost'),
    isNumber: true,
    render: lostText,
    text: (row) => (row.lostKwh === null ? '' : String(row.lostKwh)),
  },
  {
    key: 'assigned',
    title: t('alarm.field.assigned'),
    render: (row) =>
      row.assignedName === '' ? '–' : <PersonLink name={row.assignedName} uid={row.assignedUid} />,
    text: (row) => row.assignedName,
  },
];
