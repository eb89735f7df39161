// Looking at the portal through the eyes of a role, and back. Both end in a fresh load of the page: nothing that was
// fetched for the one pair of eyes may be left for the other.
import { call } from '../api/client.ts';
import { paths } from '../paths.ts';
import { publicCalls } from './publicCalls.ts';
import { renewMenus } from './signing.ts';

/** Begins to look as a holder of the role in the company; 0 leaves the company to the server. Refusals reject. */
export async function startView(roleId: number, companyId: number): Promise<void> {
  await call(publicCalls.roleViewAs, { role_id: roleId, company_id: companyId }, { quiet: true });
  await renewMenus();
  location.assign(paths.sites());
}

/** Ends it. A refusal is said by the client and leaves everything as it is. */
export async function endView(): Promise<void> {
  await call(publicCalls.roleViewAsEnd, {});
  await renewMenus();
  location.assign(paths.roles());
}
