// Announcements of changed permissions to open browsers; required after writing roles, menus or users.
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';

/** Channel of the database on which changed rights are announced. */
export const RIGHTS = 'rights';

/** Users whose permissions or menus changed: those with these roles, and individual ones. */
export interface RightsChange {
  groupIds: readonly number[];
  userIds: readonly number[];
  /**
   * Users whose sessions ended or whose visible rows changed, with the same menus: only their sessions are checked
   * again. `all`: the company tree changed.
   */
  rows: readonly number[] | 'all';
}

/** Notifies open browsers, after the commit, of changed permissions or menus. */
export async function announceRights(tx: Db | Tx, change: Partial<RightsChange>): Promise<void> {
  const { groupIds = [], userIds = [], rows = [] } = change;
  if (groupIds.length === 0 && userIds.length === 0 && rows.length === 0) return;
  await announce(tx, RIGHTS, JSON.stringify({ groupIds, userIds, rows }), 'all');
}

/** Parses an announcement; `all` if it names no users. */
export function rightsChangeOf(payload: string): RightsChange | 'all' {
  return payload === 'all' ? 'all' : (JSON.parse(payload) as RightsChange);
}
