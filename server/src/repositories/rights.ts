// Changed rights: not a table, but what every writer of roles, menus and people owes to open browsers.
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';

/** Channel of the database on which changed rights are announced. */
export const RIGHTS = 'rights';

/** Whose rights or menus changed: holders of these roles, and these people. */
export interface RightsChange {
  groupIds: readonly number[];
  userIds: readonly number[];
  /**
   * People whose sessions ended, or who see other rows than before, by the same menus: their open pages need no word,
   * only another look at who they are. `all`: the tree of companies changed.
   */
  rows: readonly number[] | 'all';
}

/** Tells open browsers, once the transaction is committed, that their rights or menus are no longer what they were. */
export async function announceRights(tx: Db | Tx, change: Partial<RightsChange>): Promise<void> {
  const { groupIds = [], userIds = [], rows = [] } = change;
  if (groupIds.length === 0 && userIds.length === 0 && rows.length === 0) return;
  await announce(tx, RIGHTS, JSON.stringify({ groupIds, userIds, rows }), 'all');
}

/** Parses an announcement; `all` if it names no users. */
export function rightsChangeOf(payload: string): RightsChange | 'all' {
  return payload === 'all' ? 'all' : (JSON.parse(payload) as RightsChange);
}
