// The current user and their permissions. Kept in `localStorage`, shared by all tabs, cleared on logout.
import type { account } from '@helioport/contract/account';
import type { menuItem } from '@helioport/contract/authAnswers';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { z } from 'zod';
import { create } from 'zustand';
import { keep, kept } from './persistedStore.ts';

/** One entry of the menu tree: mode 1 a page, 2 a button, 3 a module of a page. */
export type MenuItem = z.output<typeof menuItem>;

/** User data from the login response, unchanged. */
export type SessionInfo = OutputOf<typeof account.signIn>['userInfo'];

interface SessionData {
  token: string;
  companyId: number;
  email: string;
  groupName: string;
  fullHeaderImg: string;
  role: number | null;
  groupId: number | null;
  info: Partial<SessionInfo>;
  menus: MenuItem[];
  btns: string[];
  pages: string[];
  pageModules: string[];
  /** Pages that the menu leaves out, though the role opens them. */
  unusedPages: string[];
  /** The impersonated role or user; null: none. */
  viewAs: { id: number; name: string; companyName: string; email?: string } | null;
}

const loggedOut: SessionData = {
  token: '',
  companyId: 0,
  email: '',
  groupName: '',
  fullHeaderImg: '',
  role: null,
  groupId: null,
  info: {},
  menus: [],
  btns: [],
  pages: [],
  pageModules: [],
  unusedPages: [],
  viewAs: null,
};

const STORAGE = 'helioport-session';

export const useSession = create<SessionData>()(() => kept(STORAGE, loggedOut));
keep(STORAGE, useSession);

/** Stores a login response. Menus are unknown until the guard has requested them. */
export function signInAs(token: string, info: SessionInfo): void {
  const { companyId, email, groupName, fullHeaderImg, role, groupId } = info;
  useSession.setState({
    ...loggedOut,
    token,
    info,
    companyId,
    email,
    groupName,
    fullHeaderImg,
    role: role ?? null,
    groupId: groupId ?? null,
  });
}

/** Stores the URL of the user's new avatar; '' for none. */
export function adoptPicture(fullHeaderImg: string): void {
  useSession.setState({ fullHeaderImg });
}

let tokenBeingReplaced = '';

/** Treats the current token as replaced while `by` runs, so that rejected calls with it are ignored. */
export async function replaceToken(by: () => Promise<void>): Promise<void> {
  tokenBeingReplaced = useSession.getState().token;
  try {
    await by();
  } finally {
    tokenBeingReplaced = '';
  }
}

/** True when the end of a token is the end of this session: it is the present one, and none is on its way. */
export const isOfThisSession = (token: string): boolean =>
  useSession.getState().token === token && token !== tokenBeingReplaced;

/** Clears the session. */
export function resetSession(): void {
  useSession.setState(loggedOut);
}

/** Follows a login or logout in another tab, so that this tab does not act for the previous user. */
export function followOtherTabs(onChange: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== STORAGE) return;
    const before = useSession.getState().token;
    useSession.setState(kept(STORAGE, loggedOut));
    if (useSession.getState().token !== before) onChange();
  });
}
