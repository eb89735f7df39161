import { firstVendorServer } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { CopyText } from '../base/CopyText.tsx';
import './connectHelp.css';

/** Loopback addresses, which other devices cannot reach. */
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** Steps to connect an inverter, in order. */
export function ConnectHelp(): ReactNode {
  const host = window.location.hostname;
  return (
    <ol className="hp-connect">
      <li>{t('device.connect.wifi')}</li>
      <li>
        {t('device.connect.name')}
        <br />
        <CopyText label={t('device.connect.server')} text={firstVendorServer} />
        <span aria-hidden="true"> → </span>
        <CopyText label={t('device.connect.address')} text={host} />
        {isLoopback(host) && <p className="hp-muted">{t('device.connect.loopback')}</p>}
      </li>
      <li>{t('device.connect.port')}</li>
      <li>{t('device.connect.wait')}</li>
    </ol>
  );
}
