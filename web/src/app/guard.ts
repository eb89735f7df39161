// Access rules of pages as pure functions for unit tests; the router only applies them.
import { type PageHandle, paths } from '../paths.ts';

export interface Place {
  /** Path without search. */
  path: string;
  /** Path with search. */
  fullPath: string;
}

/** Paths of the predecessor portal, still in old bookmarks and emails. */
export const isOfAncestor = ({ path }: Place): boolean =>
  path.includes('pv_manager/') || path.includes('.php');

interface Visitor {
  token: string;
  /** Names of the pages that the role's menus open. */
  pages: readonly string[];
}

/** Where to redirect a visitor of the login page; null: stay. */
export const onwardFromLogin = (visitor: Visitor): string | null =>
  visitor.token === '' ? null : paths.sites();

/** Where to redirect a visitor without a token; null: a token exists. */
export const awayFromShell = (place: Place, visitor: Visitor): string | null => {
  if (isOfAncestor(place)) return paths.login();
  return visitor.token === '' ? paths.login(place.fullPath) : null;
};

/** True when the role opens the page, or the page it belongs to, and the page that the parameters need as well. */
export const mayEnter = (page: PageHandle | undefined, { fullPath }: Place, visitor: Visitor): boolean => {
  if (page === undefined) return false;
  if (page.needsNoPermission === true) return true;
  const also = page.alsoNeeds?.(new URL(fullPath, 'http://portal').searchParams);
  return (
    visitor.pages.includes(page.parent ?? page.name) && (also === undefined || visitor.pages.includes(also))
  );
};

/**
 * Where a user without permission for a page is redirected; null: the URL stays, with a notice. Every visit starts at
 * the plants; a user without permission for them starts at `first`, the first page of the menu.
 */
export const insteadOfForbidden = ({ fullPath }: Place, first: string | undefined): string | null =>
  (fullPath === paths.sites() && first) || null;
