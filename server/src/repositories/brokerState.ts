// Since when the broker elsewhere cannot be reached: the process that speaks to it is not the one that is asked.
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

const NAME = 'broker.awaySince';

/** Notes the instant (ms) since when it is away; null: it is not, or there is none. */
export const noteBroker = (db: Db, awaySince: number | null): Promise<void> =>
  putSetting(db, NAME, awaySince);

export const brokerAwaySince = async (tx: Tx): Promise<number | null> =>
  (await getSetting<number | null>(tx, NAME)) ?? null;
