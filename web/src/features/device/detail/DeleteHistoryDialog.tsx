import { device as calls } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Dialog } from '../../../components/base/Dialog.tsx';
import { ProgressBar } from '../../../components/base/ProgressBar.tsx';
import { TypedSnDialog } from '../../../components/pv/device/TypedSnDialog.tsx';
import { t } from '../../../i18n.ts';
import type { DeviceView } from './deviceView.ts';

interface DialogProps {
  device: DeviceView;
  onClose: () => void;
}

/**
 * Deletes the readings of the device, then shows the progress of recalculating the plant's totals. The dialog can be
 * closed meanwhile.
 */
export function DeleteHistoryDialog({ device: { sn, sid, detail }, onClose }: DialogProps): ReactNode {
  const [days, setDays] = useState<number>();
  const remove = useWrite(calls.deleteHistory, { quiet: true, refreshes: ['site', 'overview'] });
  if (days !== undefined)
    return <Recomputing days={days} onClose={onClose} sid={sid} site={detail.siteName} sn={sn} />;
  return (
    <TypedSnDialog
      hints={[t('device.act.historyAll'), t('device.act.historySums'), t('device.act.historyOn')]}
      onClose={onClose}
      onDo={async (typed) => setDays((await remove.mutateAsync({ sn, sid, typed })).days)}
      sn={sn}
      submit={t('device.act.history')}
      title={t('device.act.historyTitle', { sn })}
    />
  );
}

interface RecomputingProps {
  sn: string;
  sid: string;
  site: string;
  /** The initial number of days. */
  days: number;
  onClose: () => void;
}

const LOOK_EVERY_MS = 1000;

function Recomputing({ sn, sid, site, days, onClose }: RecomputingProps): ReactNode {
  const answer = useCall(calls.recomputing, { sid }, { live: 'none', staleMs: 0, refreshMs: LOOK_EVERY_MS });
  const left = Math.min(days, answer.data?.days ?? days);
  const isDone = left === 0;
  return (
    <Dialog
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
      onClose={onClose}
      title={t('device.act.historyDone', { sn })}
    >
      <p role="status">
        {isDone
          ? t('device.act.sumsDone', { site })
          : t('device.act.sumsLeft', { site, done: days - left, total: days })}
      </p>
      <ProgressBar
        label={t('device.act.historyDone', { sn })}
        percent={days === 0 ? 100 : Math.round(((days - left) / days) * 100)}
      />
      {!isDone && <p className="hp-muted">{t('device.act.mayLeave')}</p>}
    </Dialog>
  );
}
