// The menu tree for administrators: rows in order, and the call input of a move.
import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';

export type Menu = OutputOf<typeof auth.menuList>['list'][number];

export type Where = 'before' | 'after' | 'inside';

/** What can be done with an entry from its row. */
export type OnMenu = (what: 'edit' | 'below' | 'delete', menu: Menu) => void;

export interface Row {
  menu: Menu;
  level: number;
}

/** All entries from top to bottom except children of collapsed ones. */
export const rowsOf = (list: readonly Menu[], closed: ReadonlySet<number>, level = 0): Row[] =>
  list.flatMap((menu) => [
    { menu, level },
    ...(closed.has(menu.id) ? [] : rowsOf(menu.children, closed, level + 1)),
  ]);

/** All entries, whatever is closed. */
export const allMenus = (list: readonly Menu[]): Menu[] => rowsOf(list, new Set()).map(({ menu }) => menu);

const childrenOf = (list: readonly Menu[], parentId: number | null): readonly Menu[] =>
  parentId === null ? list : (allMenus(list).find(({ id }) => id === parentId)?.children ?? []);

/** Whether an entry may be a child of another, null being the root: buttons and modules belong to pages only. */
export function mayStandBelow(list: readonly Menu[], menu: Menu, parentId: number | null): boolean {
  if (parentId === null) return menu.mode === 1;
  const isBelowItself = allMenus([menu]).some(({ id }) => id === parentId);
  const parent = allMenus(list).find(({ id }) => id === parentId);
  if (isBelowItself || parent === undefined || parent.mode !== 1) return false;
  return menu.mode === 1 || parent.components_title !== '';
}

export interface NewOrder {
  parent_id: number;
  ids: number[];
}

/** The request that moves an entry to a position; null if it is not allowed or already there. */
export function moved(list: readonly Menu[], id: number, targetId: number, where: Where): NewOrder | null {
  const menu = allMenus(list).find((one) => one.id === id);
  const target = allMenus(list).find((one) => one.id === targetId);
  if (menu === undefined || target === undefined || id === targetId) return null;
  const parentId = where === 'inside' ? target.id : target.parentId;
  if (!mayStandBelow(list, menu, parentId)) return null;
  const before = childrenOf(list, parentId).map((one) => one.id);
  const ids = before.filter((one) => one !== id);
  const at = where === 'inside' ? ids.length : ids.indexOf(targetId) + (where === 'after' ? 1 : 0);
  ids.splice(at, 0, id);
  return ids.join() === before.join() ? null : { parent_id: parentId ?? 0, ids };
}

/** The order after moving one step up or down among siblings; null at the end. */
export function stepped(list: readonly Menu[], menu: Menu, by: -1 | 1): NewOrder | null {
  const siblings = childrenOf(list, menu.parentId);
  const at = siblings.findIndex(({ id }) => id === menu.id);
  const other = siblings[at + by];
  return other === undefined ? null : moved(list, menu.id, other.id, by === 1 ? 'after' : 'before');
}
