// Checks whether a user may make a call at all. `visible` limits the rows.
import type { Endpoint } from '@helioport/contract/endpoint';
import { isForTokens } from '@helioport/contract/tokenAccess';
import { fail } from '../platform/failure.ts';
import type { Me } from './me.ts';

/**
 * Fails the call unless the caller is a portal administrator, because roles, menus and brands apply to all companies.
 */
export function demandOperator(me: Me): void {
  if (!me.isOperator || me.isViewing) fail('access.denied');
}

/** Fails the call with 401 for anonymous users and 403 for users without the grant. */
export function demandGrant(me: Me, endpoint: Endpoint): void {
  const { grant } = endpoint;
  if (me.token) demandTokenScope(me.token, endpoint);
  if (grant.kind === 'open') return;
  if (me.scope === 'none') fail('session.expired');
  if (me.isViewing && endpoint.writes && !endpoint.evenWhileViewing) fail('access.viewing');
  if (grant.kind === 'signedIn') return;
  const held = { page: me.pages, button: me.buttons, module: me.modules }[grant.kind];
  if (!held.has(grant.name)) fail('access.denied');
  if (endpoint.writes && me.readsOnly && !endpoint.evenReadOnly) fail('access.denied');
}

/** Ends calls that no token can make, and those beyond the scopes of this one. */
function demandTokenScope({ canWrite, plants }: NonNullable<Me['token']>, endpoint: Endpoint): void {
  if (!isForTokens(endpoint, plants !== null) || (endpoint.writes && !canWrite)) fail('access.denied');
}
