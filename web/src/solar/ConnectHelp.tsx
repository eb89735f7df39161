import type { ReactNode } from 'react';
import { t } from '../i18n.ts';
import { CopyText } from '../ui/base/CopyText.tsx';
import './connectHelp.css';

/** What makes an inverter report here, in the order in which it is done. */
export function ConnectHelp(): ReactNode {
  return (
    <ol className="hp-connect">
      <li>{t('device.connect.wifi')}</li>
      <li>
        {t('device.connect.name')}
        <br />
        <CopyText label={t('device.connect.address')} text={window.location.hostname} />
      </li>
      <li>{t('device.connect.port')}</li>
      <li>{t('device.connect.wait')}</li>
    </ol>
  );
}
