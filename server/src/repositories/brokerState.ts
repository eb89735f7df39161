// Since when the external broker is unreachable; stored because the process that connects to it is not the one that
// answers API calls.
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

const NAME = 'broker.awaySince';

/** Notes the instant (ms) since when it is away; null: it is not, or there is none. */
export const noteBroker = (db: Db, awaySince: number | null): Promise<void> =>
  putSetting(db, NAME, awaySince);

export const brokerAwaySince = async (tx: Tx): Promise<number | null> =>
  (await getSetting<number | null>(tx, NAME)) ?? null;
