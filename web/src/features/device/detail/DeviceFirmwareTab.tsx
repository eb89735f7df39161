import { fetchesFirmware } from '@helioport/domain/deviceKinds';
import type { ReactNode } from 'react';
import { Facts } from '../../../components/base/Facts.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { t } from '../../../i18n.ts';
import { FirmwarePanel } from '../composite/FirmwarePanel.tsx';
import type { DeviceView } from './deviceView.ts';

/** Which versions it runs, and of what fetches its own the newest that is there. */
export default function DeviceFirmwareTab({ device }: { device: DeviceView }): ReactNode {
  const { kind, detail } = device;
  return fetchesFirmware(kind) && !detail.isRetired ? (
    <FirmwarePanel device={device} />
  ) : (
    <Versions detail={detail} />
  );
}

/** Versions reported by the device or recorded by an update. */
function Versions({ detail }: Pick<DeviceView, 'detail'>): ReactNode {
  const { version, wifiVersion, cpuVersion, ramVersion } = detail;
  const isKnown = [version, wifiVersion, cpuVersion, ramVersion].some((one) => one !== '');
  return (
    <Panel
      empty={
        !isKnown && {
          title: t('device.detail.firmwareNone'),
          hint: t('device.detail.firmwareNoneHint'),
          icon: 'device',
        }
      }
      title={t('device.detail.firmware')}
    >
      <Facts
        facts={[
          { title: t('device.detail.firmware'), value: wifiVersion },
          { title: t('device.detail.cpuVersion'), value: cpuVersion },
          { title: t('device.detail.ramVersion'), value: ramVersion },
          { title: t('device.detail.version'), value: version },
        ]}
      />
    </Panel>
  );
}
