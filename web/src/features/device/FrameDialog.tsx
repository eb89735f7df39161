import { device } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { wordsOf } from '../../components/pv/history/historyColumns.ts';
import { useReading } from '../../components/pv/reading.ts';
import { t } from '../../i18n.ts';
import './detail/deviceDetail.css';

/** The newest frame of a serial number without a plant: decoded values and raw bytes. */
export function FrameDialog({ sn, onClose }: { sn: string; onClose: () => void }): ReactNode {
  const answer = useCall(device.listNoRegFrame, { sn }, { live: 'none' });
  const read = useReading('');
  const frame = answer.data;
  return (
    <Dialog footer={null} onClose={onClose} title={t('device.frame.title', { sn })} width={720}>
      {frame === undefined &&
        (answer.error ? <FailedState answer={answer} /> : <Skeleton height={160} lines={5} />)}
      {frame?.at === null && <p>{t('device.frame.none')}</p>}
      {frame && frame.at !== null && (
        <>
          <p className="hp-muted">
            <RelativeTime at={frame.at} timeZone="UTC" />
          </p>
          <dl className="hp-device-output">
            {frame.values.map((one) => (
              <div key={one.id}>
                <dt>{wordsOf(one)}</dt>
                <dd>
                  {formatNumber(read(one.unit).of(one.value), one.decimals)} {read(one.unit).unit}
                </dd>
              </div>
            ))}
          </dl>
          {frame.bytes !== '' && (
            <>
              <h3 className="hp-device-part-name">{t('device.frame.bytes')}</h3>
              <CopyText
                label={t('device.frame.bytes')}
                shown={<code className="hp-device-bytes">{frame.bytes.replaceAll(/(..)/g, '$1 ')}</code>}
                text={frame.bytes}
              />
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
