// Page titles match the menu, also after an operator has renamed an entry.
import { wordsFor } from '../i18n.ts';
import { titleOf } from './menus.ts';
import { type MenuItem, useSession } from './session.ts';

const named = (items: readonly MenuItem[], name: string): MenuItem | undefined => {
  for (const item of items) {
    const found = item.mode === 1 && item.components_title === name ? item : named(item.children, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The title of a page in the menu tree; if the user's menu lacks it, the default title. Call it while rendering. */
export function pageTitle(name: string): string {
  const item = named(useSession.getState().menus, name);
  return item === undefined ? wordsFor(`menu.${name}`, name) : titleOf(item);
}
