import { device as calls } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { formatInstant } from '../../../components/base/time.ts';
import { t } from '../../../i18n.ts';
import type { DeviceView } from './deviceView.ts';

const PAGE = 20;

/** The bytes that the device sent, newest first, each with the time at which it was received. */
export default function DeviceFramesTab({ device: { sn, timeZone } }: { device: DeviceView }): ReactNode {
  const [num, setNum] = useState(0);
  const answer = useCall(calls.frames, { sn, page: { size: PAGE, num } }, { keepsPrevious: true });
  const frames = answer.data;
  return (
    <Panel
      answer={answer}
      empty={
        frames?.list.length === 0 && { title: t('device.frames.none'), hint: t('device.frames.noneHint') }
      }
      height={240}
      title={t('device.frames.title')}
    >
      <div className="hp-rows">
        <table aria-label={t('device.frames.title')}>
          <thead>
            <tr>
              <th scope="col">{t('device.frames.at')}</th>
              <th scope="col">{t('device.frames.checksums')}</th>
              <th scope="col">{t('device.frame.bytes')}</th>
            </tr>
          </thead>
          <tbody>
            {frames?.list.map(({ at, bytes, isWhole }) => (
              <tr key={`${at} ${bytes}`}>
                <td>{formatInstant(at, timeZone)}</td>
                <td>
                  <Tag icon={isWhole ? 'check' : 'alert'} tone={isWhole ? 'good' : 'alert'}>
                    {isWhole ? t('device.frames.whole') : t('device.frames.broken')}
                  </Tag>
                </td>
                <td>
                  <CopyText
                    label={t('device.frame.bytes')}
                    shown={<code className="hp-device-bytes">{bytes.replaceAll(/(..)/g, '$1 ').trim()}</code>}
                    text={bytes}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(num > 0 || frames?.hasMore === true) && (
        <p>
          <Button disabled={num === 0} onClick={() => setNum(num - 1)}>
            {t('device.frames.newer')}
          </Button>{' '}
          <Button disabled={frames?.hasMore !== true} onClick={() => setNum(num + 1)}>
            {t('device.frames.older')}
          </Button>
        </p>
      )}
    </Panel>
  );
}
