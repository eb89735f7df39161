import type { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';

/** 1 update, 2 none. */
const NO_UPDATE = 2;

/**
 * Radio firmware is brought along by the phone app, not by the portal: there is never anything newer here. What a
 * serial runs is answered where the caller may know it, else what he said himself comes back.
 */
const detailWifiOta: Handler<typeof device.detailWifiOta> = async ({ input, visible, tx }) => {
  const sns = input.wifiSn.map(({ sn }) => sn);
  const { rows } = await sql<{ sn: string; version: string }>`
    select d.sn, d.wifi_version as version from ${visible.devices} d where d.sn = any(${sns})`.execute(tx);
  const known = new Map(rows.map(({ sn, version }) => [sn, version]));
  return input.wifiSn.map(({ sn, wifiVersion }) => ({
    sn: sn.toLowerCase(),
    wifiVersion: known.get(sn) || wifiVersion,
    advice: NO_UPDATE,
    address: '',
  }));
};

export default detailWifiOta;
