// Progress of the compression of completed days, for administrators.
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

export interface PackingState {
  /** End of the last run, ms. */
  at: number;
  /** False: days were left that are old enough. */
  isDone: boolean;
}

const NAME = 'packing.state';

export const packingState = async (db: Db | Tx): Promise<PackingState | undefined> =>
  await getSetting<PackingState>(db, NAME);

export const notePacking = (db: Db | Tx, state: PackingState): Promise<void> => putSetting(db, NAME, state);
