// Starts and ends impersonation of a role or user. Both reload the page, so that no cached data remains.
import { call } from '../api/client.ts';
import { paths } from '../paths.ts';
import { clearFormats } from './formats.ts';
import { publicCalls } from './publicCalls.ts';
import { useSession } from './session.ts';
import { renewMenus } from './signing.ts';

/** Whom to impersonate: a role, in a company if that determines the data access, or one user. */
type Eyes = { roleId: number; companyId?: number } | { uid: string };

/** Starts impersonation. Failures reject. */
export async function startView(eyes: Eyes): Promise<void> {
  const input = 'uid' in eyes ? { uid: eyes.uid } : { role_id: eyes.roleId, company_id: eyes.companyId ?? 0 };
  await call(publicCalls.roleViewAs, input, { quiet: true });
  await renewMenus();
  clearFormats();
  location.assign(paths.sites());
}

/** Ends impersonation. On failure the client shows the error and nothing changes. */
export async function endView(): Promise<void> {
  const isPerson = useSession.getState().viewAs?.email !== undefined;
  await call(publicCalls.roleViewAsEnd, {});
  await renewMenus();
  clearFormats();
  location.assign(isPerson ? paths.users() : paths.roles());
}
