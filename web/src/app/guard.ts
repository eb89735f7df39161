// Who may go where. One pure rule, so that every line of it can be tested; the router only obeys.
import { type PageHandle, paths } from '../paths.ts';

export interface Place {
  /** Path without search. */
  path: string;
  /** Path with search. */
  fullPath: string;
}

/** Addresses of the portal's ancestor, still in old bookmarks and mails. */
export const isOfAncestor = ({ path }: Place): boolean =>
  path.includes('pv_manager/') || path.includes('.php');

interface Visitor {
  token: string;
  /** Names of the pages that the role's menus open. */
  pages: readonly string[];
}

/** Where a visitor of the login page is sent on; null: he stays. */
export const onwardFromLogin = (visitor: Visitor): string | null =>
  visitor.token === '' ? null : paths.sites();

/** Where somebody without a token is sent; null: he has one. */
export const awayFromShell = (place: Place, visitor: Visitor): string | null => {
  if (isOfAncestor(place)) return paths.login();
  return visitor.token === '' ? paths.login(place.fullPath) : null;
};

/** True when the page, or the page it belongs to, is among the visitor's. */
export const mayEnter = (page: PageHandle | undefined, visitor: Visitor): boolean => {
  if (page === undefined) return false;
  return page.needsNoPermission === true || visitor.pages.includes(page.parent ?? page.name);
};

/**
 * Where somebody is sent who may not enter. Every visit begins at the plants; whoever has no right to them has not asked
 * for them and begins at `first`, the first page of his menu.
 */
export const insteadOfForbidden = ({ path }: Place, first: string | undefined): string =>
  (path === paths.sites() && first) || paths.forbidden();
