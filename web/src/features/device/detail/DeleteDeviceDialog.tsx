import { device as calls } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import type { DeviceView } from './deviceView.ts';
import { TypedSnDialog } from './TypedSnDialog.tsx';

interface DialogProps {
  device: DeviceView;
  onClose: () => void;
}

/** Takes the device out of its plant, after saying what goes with it. */
export function DeleteDeviceDialog({ device, onClose }: DialogProps): ReactNode {
  const { sn, sid, detail } = device;
  const navigate = useNavigate();
  const remove = useWrite(calls.delete, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <TypedSnDialog
      hints={[t('device.act.deleteHistory'), t('device.act.deletePlace'), t('device.act.deleteKeep')]}
      onClose={onClose}
      onDo={async () => {
        await remove.mutateAsync({ sn, sid });
        toast(t('device.act.deleteDone', { sn, site: detail.siteName }), 'success');
        await navigate(paths.site(sid), { replace: true });
      }}
      sn={sn}
      submit={t('device.act.delete')}
      title={t('device.act.deleteTitle', { sn, site: detail.siteName })}
    />
  );
}
