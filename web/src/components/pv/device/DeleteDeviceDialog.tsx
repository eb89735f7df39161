import { device as calls } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { toast } from '../../base/Toaster.tsx';
import type { NamedDevice } from './EditDeviceDialog.tsx';
import { TypedSnDialog } from './TypedSnDialog.tsx';

interface DialogProps {
  device: NamedDevice;
  onClose: () => void;
  /** Called after deletion, before the dialog closes. */
  onGone?: () => unknown;
}

/** Removes the device from its plant after explaining the consequences. */
export function DeleteDeviceDialog({ device, onClose, onGone }: DialogProps): ReactNode {
  const { sn, sid, siteName } = device;
  const remove = useWrite(calls.delete, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <TypedSnDialog
      hints={[t('device.act.deleteHistory'), t('device.act.deletePlace'), t('device.act.deleteKeep')]}
      onClose={onClose}
      onDo={async () => {
        await remove.mutateAsync({ sn, sid });
        toast(t('device.act.deleteDone', { sn, site: siteName }), 'success');
        await onGone?.();
        onClose();
      }}
      sn={sn}
      submit={t('device.act.delete')}
      title={t('device.act.deleteTitle', { sn, site: siteName })}
    />
  );
}
