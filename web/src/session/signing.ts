// In and out, and the rights that come with being in.
import { call } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { areTitled, permissionsOf } from './menus.ts';
import { publicCalls } from './publicCalls.ts';
import { resetSession, signInAs, useSession } from './session.ts';

/** Signs in. Failures reject and are shown by the form, which says them beside its fields. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await call(publicCalls.signIn, { account: email, password }, { quiet: true });
  signInAs(answer.tokenInfo.token, answer.userInfo);
}

/** Signs out here whether or not the server could be told. */
export async function signOut(): Promise<void> {
  await call(publicCalls.loginOut, {}, { quiet: true }).catch(() => undefined);
  // A browser in which nobody is signed in tells nobody of alarms.
  void navigator.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister()));
  resetSession();
}

let askedFor = '';

/**
 * Loads the role's menus and replaces those stored: awaited when there are none yet, or none in the language of this
 * visit, else renewed in the background once per visit, so that a changed role shows without a new sign-in. Without a
 * role nothing is asked. A refusal by the server leaves the menus as they are; only a failed connection rejects, and
 * only when there is nothing to show.
 */
export async function loadMenus(): Promise<void> {
  const { token, role, groupId, menus, pages } = useSession.getState();
  if (token === '' || role === null || askedFor === token) return;
  const isNeeded = pages.length === 0;
  const asking = ask(groupId, isNeeded).then(
    (isAnswered) => {
      if (isAnswered) askedFor = token;
    },
    (reason: unknown) => {
      if (isNeeded) throw reason;
    },
  );
  if (isNeeded || !areTitled(menus)) await asking;
}

/** Asks for the menus anew and resolves when they are in place; a failure leaves the old ones. */
export async function renewMenus(): Promise<void> {
  await ask(useSession.getState().groupId, false);
}

async function ask(groupId: number | null, isNeeded: boolean): Promise<boolean> {
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
