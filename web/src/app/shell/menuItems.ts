// Queries of the menu tree for navigation: sider, bottom bar and search.
import type { MenuItem } from '../../session/session.ts';

/** The tree without pages that are useless to the user. */
export const withoutUnused = (items: readonly MenuItem[], unused: readonly string[]): MenuItem[] =>
  items
    .filter(({ components_title }) => components_title === '' || !unused.includes(components_title))
    .map((item) => ({ ...item, children: withoutUnused(item.children, unused) }));

/** Those of the entries that are pages or groups of pages. */
export const pagesOf = (items: readonly MenuItem[]): MenuItem[] => items.filter(({ mode }) => mode === 1);

/** A group is shown only with pages. */
export const isShown = (item: MenuItem): boolean => item.path !== '' || pagesOf(item.children).some(isShown);

/** Every page or group of the tree, in the order in which the menu shows them. */
export const allPages = (items: readonly MenuItem[]): MenuItem[] =>
  pagesOf(items).flatMap((item) => [item, ...allPages(item.children)]);

/** The URL of an entry. */
export const addressOf = ({ path, params }: Pick<MenuItem, 'path' | 'params'>): string =>
  params ? `${path}?${params.replace(/^\?/, '')}` : path;

/** The item whose path and parameters match the URL best; children of a page count as the page. */
export function currentItem(
  menus: readonly MenuItem[],
  pathname: string,
  search: string,
): MenuItem | undefined {
  const given = new URLSearchParams(search);
  const fits = ({ path, params }: MenuItem) =>
    path !== '' &&
    (pathname === path || pathname.startsWith(`${path}/`)) &&
    // Edit pages also create; the menu links only to creation.
    !(path.endsWith('/edit') && given.has('id')) &&
    [...new URLSearchParams(params)].every(([key, value]) => given.get(key) === value);
  const length = (item: MenuItem) => item.path.length * 1000 + item.params.length;
  return allPages(menus)
    .filter(fits)
    .sort((a, b) => length(b) - length(a))[0];
}
