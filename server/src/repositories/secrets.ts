// Secrets for device and bridge authentication: one per purpose, so that each can be renewed separately.
import { newSecret } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { putSetting, settingOrNew } from './settings.ts';

/** By purpose, the setting that holds it. */
const settings = {
  replay: 'replay.token',
  bridge: 'bridge.token',
  devices: 'device.key',
  setup: 'setup.secret',
} as const;

export type Purpose = keyof typeof settings;

/**
 * Token of the replay endpoint; token of bridges at the broker; the key from which device tokens are derived; and the
 * one from which the setup code is.
 */
export type Secrets = Record<Purpose, string>;

/** Secrets of the device endpoints. */
export type BrokerSecrets = Pick<Secrets, 'bridge' | 'devices'>;

export const purposes = Object.keys(settings) as readonly Purpose[];

/** All secrets, each created on first use. */
export async function secretsOf(db: Db): Promise<Secrets> {
  const [replay, bridge, devices, setup] = await Promise.all(
    (['replay', 'bridge', 'devices', 'setup'] as const).map((purpose) =>
      settingOrNew(db, settings[purpose], newSecret),
    ),
  );
  return { replay: replay!, bridge: bridge!, devices: devices!, setup: setup! };
}

/** Renews the secret of one purpose. Running processes use the old one until restarted. */
export const renewSecret = (db: Db, purpose: Purpose): Promise<void> =>
  putSetting(db, settings[purpose], newSecret());
