// Device actions that need a dialog: name, blocklist, deleting the history, removal from the plant.
import { device as calls } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { Icon } from '../../../components/base/Icon.tsx';
import { Popup, PopupItem } from '../../../components/base/Popup.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DeleteDeviceDialog } from '../../../components/pv/device/DeleteDeviceDialog.tsx';
import { EditDeviceDialog } from '../../../components/pv/device/EditDeviceDialog.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { BlackListDialog } from './BlackListDialog.tsx';
import { DeleteHistoryDialog } from './DeleteHistoryDialog.tsx';
import type { DeviceView } from './deviceView.ts';

type Dialog = 'edit' | 'black' | 'history' | 'delete';

export function DeviceActions({ device }: { device: DeviceView }): ReactNode {
  const { sn, sid, detail } = device;
  const navigate = useNavigate();
  const [open, setOpen] = useState<Dialog>();
  const mayEdit = useMayCall(calls.edit);
  const mayRestrict = useMayCall(calls.joinBlack);
  const mayDeleteHistory = useMayCall(calls.deleteHistory);
  const mayDelete = useMayCall(calls.delete);
  const allow = useWrite(calls.removeBlack);
  // Components have no actions of their own: they follow their composite device.
  if (!detail.mayEdit || detail.parent !== null || !(mayEdit || mayRestrict || mayDeleteHistory || mayDelete))
    return null;
  const onClose = () => setOpen(undefined);
  const named = { sn, sid, alias: detail.alias, modelNumber: detail.model_int, siteName: detail.siteName };
  return (
    <>
      <Popup
        button={<Icon name="more" />}
        className="hp-more"
        label={t('table.actionsOf', { name: detail.alias || sn })}
      >
        {(close) => {
          const choose = (which: Dialog) => () => {
            close();
            setOpen(which);
          };
          return (
            <>
              {mayEdit && (
                <PopupItem onClick={choose('edit')}>
                  <Icon name="edit" size={16} /> {t('device.act.edit')}
                </PopupItem>
              )}
              {mayRestrict && !detail.isRestricted && (
                <PopupItem onClick={choose('black')}>
                  <Icon name="lock" size={16} /> {t('device.act.black')}
                </PopupItem>
              )}
              {mayRestrict && detail.isRestricted && (
                <PopupItem
                  onClick={() => {
                    close();
                    allow.mutate(
                      { sn, sid },
                      { onSuccess: () => toast(t('device.act.whiteDone', { sn }), 'success') },
                    );
                  }}
                >
                  <Icon name="check" size={16} /> {t('device.act.white')}
                </PopupItem>
              )}
              {mayDeleteHistory && (
                <PopupItem onClick={choose('history')}>
                  <Icon name="clock" size={16} />{' '}
                  <span className="hp-more-danger">{t('device.act.history')}</span>
                </PopupItem>
              )}
              {mayDelete && (
                <PopupItem onClick={choose('delete')}>
                  <Icon name="clear" size={16} />{' '}
                  <span className="hp-more-danger">{t('device.act.delete')}</span>
                </PopupItem>
              )}
            </>
          );
        }}
      </Popup>
      {open === 'edit' && <EditDeviceDialog device={named} onClose={onClose} />}
      {open === 'black' && <BlackListDialog device={device} onClose={onClose} />}
      {open === 'history' && <DeleteHistoryDialog device={device} onClose={onClose} />}
      {open === 'delete' && (
        <DeleteDeviceDialog
          device={named}
          onClose={onClose}
          onGone={() => navigate(paths.site(sid), { replace: true })}
        />
      )}
    </>
  );
}
