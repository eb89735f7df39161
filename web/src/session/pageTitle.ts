// One word for one thing: a page is called what the menu calls it, also after an operator has renamed it there.
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

/**
 * The title of the page that the menu tree knows by this name; for whom the menu lacks it, the product's own word. Call
 * it while rendering.
 */
export function pageTitle(name: string): string {
  const item = named(useSession.getState().menus, name);
  return item === undefined ? wordsFor(`menu.${name}`, name) : titleOf(item);
}
