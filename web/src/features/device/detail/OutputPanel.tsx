import { device as calls } from '@helioport/contract/device';
import { localDay } from '@helioport/domain/periods';
import { Fragment, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { wordsOf } from '../../../components/pv/history/historyColumns.ts';
import { tableRead, useReading } from '../../../components/pv/reading.ts';
import { t, wordsFor } from '../../../i18n.ts';
import type { DeviceView } from './deviceView.ts';

/** The newest reading, value by value, as sent by the device. */
export function OutputPanel({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone } = device;
  const { lastReportAt } = detail;
  const day = lastReportAt === null ? '' : localDay(lastReportAt, timeZone);
  const answer = useCall(
    calls.historyRows,
    { sid, sn, rangeDate: `${day}~${day}`, size: 1 },
    { keepsPrevious: true, isEnabled: day !== '' },
  );
  const read = useReading(sid);
  const table = answer.data && tableRead(answer.data, read);
  const newest = table?.rows[0];
  const values = (table?.columns ?? []).flatMap((column, i) => {
    const value = newest?.values[i];
    return value == null ? [] : [{ column, value }];
  });
  const isSilent = lastReportAt === null;
  return (
    <Panel
      {...(isSilent ? {} : { answer })}
      empty={
        isSilent
          ? { title: t('device.detail.outputNone'), icon: 'device' }
          : answer.data !== undefined &&
            values.length === 0 && {
              title: t('device.detail.measuresNothing'),
              hint: t('device.detail.measuresNothingHint'),
              icon: 'device',
            }
      }
      height={220}
      sub={newest && <RelativeTime at={newest.at} timeZone={timeZone} />}
      title={t('device.detail.output')}
    >
      {partsOf(device).map(({ prefix, name }) => (
        <Fragment key={prefix}>
          {name !== '' && <h3 className="hp-device-part-name">{name}</h3>}
          <dl className="hp-device-output">
            {values
              .filter(({ column }) => column.id.startsWith(prefix))
              .map(({ column, value }) => (
                <div key={column.id}>
                  <dt>{wordsOf(column)}</dt>
                  <dd>
                    <OutputValue decimals={column.decimals} unit={column.unit} value={value} />
                  </dd>
                </div>
              ))}
          </dl>
        </Fragment>
      ))}
    </Panel>
  );
}

interface OutputValueProps {
  value: number;
  unit: string;
  decimals: number;
}

/** A value with its unit; an energy in the unit that suits its size, with the number as sent on hover. */
function OutputValue({ value, unit, decimals }: OutputValueProps): ReactNode {
  const sent = `${formatNumber(value, decimals)} ${unit}`;
  if (unit !== 'Wh') return sent;
  return <span title={sent}>{energyFigure(value / 1000).text}</span>;
}

/** Prefixes of column ids: for a composite device, the component with its name. */
const partsOf = ({ detail }: DeviceView): { prefix: string; name: string }[] =>
  detail.parts.length === 0
    ? [{ prefix: '', name: '' }]
    : detail.parts.map(({ part, kind }) => ({
        prefix: `${part}.`,
        name: wordsFor(`deviceKind.${kind}`, kind),
      }));
