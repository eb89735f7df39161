// The devices of a plant in its settings: each leads to its page, can be renamed and removed.
import { device } from '@helioport/contract/device';
import { namedSn } from '@helioport/domain/deviceIdentity';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { DeleteDeviceDialog } from '../../../components/pv/device/DeleteDeviceDialog.tsx';
import { EditDeviceDialog } from '../../../components/pv/device/EditDeviceDialog.tsx';
import { RowActions } from '../../../components/table/RowActions.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import type { SiteDetail } from './siteDraft.ts';

type Listed = SiteDetail['sn'][number];

export function DevicesList({ detail }: { detail: SiteDetail }): ReactNode {
  const mayRename = useMayCall(device.edit) && detail.mayEdit;
  const mayRemove = useMayCall(device.delete) && detail.mayEdit;
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; one: Listed }>();
  const named = open && { ...open.one, siteName: detail.siteName };
  const onClose = () => setOpen(undefined);
  // Components come and go with their main device.
  const devices = detail.sn.filter(({ parent }) => parent === null);
  return (
    <Panel fold="list" title={t('site.field.devices')}>
      {devices.length === 0 && (
        <EmptyState hint={t('site.devices.noneHint')} icon="device" title={t('site.devices.none')} />
      )}
      <ul className="hp-settings-devices">
        {devices.map((one) => (
          <li key={one.sn}>
            <span>
              <Link to={paths.device(one.sn)}>{one.alias || one.sn}</Link>
              <small className="hp-muted">{one.alias === '' ? one.model : `${one.sn} · ${one.model}`}</small>
            </span>
            <RowActions
              actions={[
                mayRename && {
                  label: t('site.edit.rename', { device: namedSn(one.alias, one.sn) }),
                  words: t('form.edit'),
                  icon: 'edit',
                  onClick: () => setOpen({ what: 'rename', one }),
                },
                mayRemove && {
                  label: t('site.edit.removeDevice', { device: namedSn(one.alias, one.sn) }),
                  icon: 'clear',
                  isDanger: true,
                  onClick: () => setOpen({ what: 'remove', one }),
                },
              ]}
              name={namedSn(one.alias, one.sn)}
            />
          </li>
        ))}
      </ul>
      {open?.what === 'rename' && named && <EditDeviceDialog device={named} onClose={onClose} />}
      {open?.what === 'remove' && named && <DeleteDeviceDialog device={named} onClose={onClose} />}
    </Panel>
  );
}
