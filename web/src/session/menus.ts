// Derives three lists from the role's menu tree, which control what is shown: pages, buttons, page modules.
import { language } from '../i18n.ts';
import type { MenuItem } from './session.ts';

export interface Permissions {
  menus: MenuItem[];
  btns: string[];
  pages: string[];
  pageModules: string[];
}

/** Splits the tree by mode: 1 are pages by component title, 2 buttons and 3 modules by title. Depth is irrelevant. */
export function permissionsOf(menus: MenuItem[]): Permissions {
  const permissions: Permissions = { menus, btns: [], pages: [], pageModules: [] };
  const visit = (item: MenuItem): void => {
    if (item.mode === 2) permissions.btns.push(item.title);
    else if (item.mode === 3) permissions.pageModules.push(item.title);
    else if (item.components_title) permissions.pages.push(item.components_title);
    for (const child of item.children) visit(child);
  };
  for (const item of menus) visit(item);
  return permissions;
}

/**
 * Whether the stored menus have titles in the current language: the server returns them in the language of the
 * request.
 */
export const areTitled = (menus: readonly MenuItem[]): boolean =>
  menus.every((item) => item.titleLocale[language.webCode] !== undefined);

/** The item's title in the language of this visit. */
export const titleOf = (item: MenuItem): string =>
  item.titleLocale[language.webCode] || item.titleLocale.en || item.title;
