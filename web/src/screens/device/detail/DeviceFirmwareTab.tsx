import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { Facts } from '../../../ui/base/Facts.tsx';
import { Panel } from '../../../ui/base/Panel.tsx';
import type { DeviceView } from './deviceView.ts';

/** Which versions it runs, as far as it or whoever updated it has said so. */
export default function DeviceFirmwareTab({ device: { detail } }: { device: DeviceView }): ReactNode {
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
