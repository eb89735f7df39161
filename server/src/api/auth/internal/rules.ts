// Rules for every menu tree.
import { fail } from '../../../platform/failure.ts';
import type { Menu } from '../../../repositories/menus.ts';
import { withAbove } from './tree.ts';

/** Name used by grants for an entry; '' for a heading without a page. */
const nameOf = ({
  mode,
  title,
  componentsTitle,
}: Pick<Menu, 'mode' | 'title' | 'componentsTitle'>): string => (mode === 1 ? componentsTitle : title);

/**
 * Refuses a name that another entry of the same kind has: two entries for one right could not both be taken away.
 * Buttons and modules are named by their title, so that must be a name.
 */
export function demandFreeName(menus: readonly Menu[], menu: Omit<Menu, 'id'> & { id?: number }): void {
  const name = nameOf(menu);
  if (menu.mode !== 1 && !/^[\w:.-]{1,60}$/.test(name)) fail('menu.nameMissing');
  const isTaken = menus.some((one) => one.id !== menu.id && one.mode === menu.mode && nameOf(one) === name);
  if (name !== '' && isTaken) fail('menu.nameTaken', { name });
}

/** Rejects a tree in which a button or module has no parent, or an entry is below itself. */
export function demandPlace(
  menus: readonly Menu[],
  menu: Pick<Menu, 'mode' | 'parentId'> & { id?: number },
): void {
  const byId = new Map(menus.map((one) => [one.id, one]));
  const { mode, parentId } = menu;
  if (parentId === null) {
    if (mode !== 1) fail('menu.wrongParent');
    return;
  }
  const above = withAbove(byId, parentId);
  const [parent] = above;
  if (!parent) fail('menu.unknown');
  const isOnPage = mode === 1 || parent.componentsTitle !== '';
  if (parent.mode !== 1 || !isOnPage || above.some((one) => one.id === menu.id)) fail('menu.wrongParent');
}
