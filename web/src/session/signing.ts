// In and out, and the rights that come with being in.
import { call } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { areTitled, permissionsOf } from './menus.ts';
import { publicCalls } from './publicCalls.ts';
import { resetSession, signInAs, useSession } from './session.ts';

/** Logs in. Failures reject; the form shows them next to its fields. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await call(publicCalls.signIn, { account: email, password }, { quiet: true });
  signInAs(answer.tokenInfo.token, answer.userInfo);
}

/** Logs out in this browser even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  await call(publicCalls.loginOut, {}, { quiet: true }).catch(() => undefined);
  // Without a logged-in user, the browser must not show alarm notifications.
  void navigator.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister()));
  resetSession();
}

let loadedToken = '';

/**
 * Loads the menus of the role and replaces the stored ones. Waits for them if none are stored or none in the current
 * language; otherwise refreshes them in the background once per visit, so that a changed role takes effect without a
 * new login. Does nothing without a role. A rejection by the server keeps the stored menus; only a failed connection
 * rejects, and only if no menus are stored.
 */
export async function loadMenus(): Promise<void> {
  const { token, role, groupId, menus, pages } = useSession.getState();
  if (token === '' || role === null || loadedToken === token) return;
  const isNeeded = pages.length === 0;
  const loading = fetchMenus(groupId, isNeeded).then(
    (isAnswered) => {
      if (isAnswered) loadedToken = token;
    },
    (reason: unknown) => {
      if (isNeeded) throw reason;
    },
  );
  if (isNeeded || !areTitled(menus)) await loading;
}

/** Reloads the menus and resolves when they are stored; a failure keeps the old ones. */
export async function renewMenus(): Promise<void> {
  await fetchMenus(useSession.getState().groupId, false);
}

async function fetchMenus(groupId: number | null, isNeeded: boolean): Promise<boolean> {
  try {
    const answer = await call(
      publicCalls.roleMenuView,
      { role_id: groupId ?? undefined, is_login: true, ownTitles: true },
      { quiet: true },
    );
    useSession.setState({
      ...permissionsOf(answer.list),
      unusedPages: answer.unusedPages ?? [],
      viewAs: answer.viewAs ?? null,
    });
    return true;
  } catch (reason) {
    if (reason instanceof CallFailure && reason.code !== undefined) return true;
    if (isNeeded) throw reason;
    return false;
  }
}
