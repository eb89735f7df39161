// Renders its children only if the user has the permission that the server checks.
import type { Endpoint, Grant } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { useSession } from './session.ts';

type Session = ReturnType<typeof useSession.getState>;

function holds(session: Session, grant: Grant): boolean {
  switch (grant.kind) {
    case 'open':
      return true;
    case 'signedIn':
      return session.token !== '';
    case 'page':
      return session.pages.includes(grant.name);
    case 'button':
      return session.btns.includes(grant.name);
    case 'module':
      return session.pageModules.includes(grant.name);
  }
}

const useGrant = (grant: Grant): boolean => useSession((session) => holds(session, grant));

type Target = { call: Endpoint } | { button: string } | { module: string };

function grantOf(target: Target): Grant {
  if ('call' in target) return target.call.grant;
  return 'button' in target
    ? { kind: 'button', name: target.button }
    : { kind: 'module', name: target.module };
}

interface CanProps {
  children: ReactNode;
  /** Shown to users without the permission; nothing by default. */
  otherwise?: ReactNode;
}

/**
 * `<Can call={endpoint}>` follows the endpoint's grant; `<Can button="name">` a button of the menu tree; `module` is
 * the name of a part of a page there.
 */
export function Can(props: CanProps & Target): ReactNode {
  const may = useGrant(grantOf(props));
  return may ? props.children : (props.otherwise ?? null);
}

/** The same as a plain answer, for columns and menu entries. */
export const useMayCall = (endpoint: Endpoint): boolean => useGrant(endpoint.grant);

/** The same of a part of a page. */
export const useHoldsModule = (name: string): boolean => useGrant({ kind: 'module', name });

/** A non-reactive check, for lists built while rendering. */
export const mayCallNow = (endpoint: Endpoint): boolean => holds(useSession.getState(), endpoint.grant);

/** The answer of this moment for a part of a page. */
export const holdsModuleNow = (name: string): boolean =>
  holds(useSession.getState(), { kind: 'module', name });
