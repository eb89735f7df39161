// Whether a user may still see a device for which data is stored for them.
import { pvPlantPage } from '@helioport/contract/grants';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { BusinessFailure } from '../../platform/failure.ts';
import { type FoundDevice, findDevice } from '../findDevice.ts';
import type { QueryContext } from '../found.ts';

interface Whose {
  userId: number;
  sid: string;
  sn: string;
}

/** The device as visible to its user; undefined if the user may not see it or is deleted. */
export async function deviceOf(
  tx: Tx,
  { userId, sid, sn }: Whose,
  now: number,
): Promise<{ context: QueryContext; found: FoundDevice } | undefined> {
  const me = await personAway(tx, userId);
  if (!me.pages.has(pvPlantPage.name)) return undefined;
  const context = { tx, visible: visibleTo(me, now), now };
  try {
    return { context, found: await findDevice(context, { sid, sn }) };
  } catch (error) {
    if (error instanceof BusinessFailure) return undefined;
    throw error;
  }
}

export const seesDevice = (db: Db, whose: Whose, now: number): Promise<boolean> =>
  inTransaction(db, 'read', async (tx) => (await deviceOf(tx, whose, now)) !== undefined);
