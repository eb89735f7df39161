import { device as calls } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { t } from '../../../i18n.ts';
import { FrameTable } from '../FrameTable.tsx';
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
      <FrameTable frames={frames?.list ?? []} timeZone={timeZone} />
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
