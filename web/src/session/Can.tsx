// Shows its children only to those whom the server would obey.
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

interface CanProps {
  children: ReactNode;
  /** Shown instead to everybody else; nothing by default. */
  otherwise?: ReactNode;
}

/** `<Can call={endpoint}>` follows the endpoint's grant; `<Can button="name">` a button of the menu tree. */
export function Can(props: CanProps & ({ call: Endpoint } | { button: string })): ReactNode {
  const may = useGrant('call' in props ? props.call.grant : { kind: 'button', name: props.button });
  return may ? props.children : (props.otherwise ?? null);
}

/** The same as a plain answer, for columns and menu entries. */
export const useMayCall = (endpoint: Endpoint): boolean => useGrant(endpoint.grant);

/** The answer of this moment, for lists that are made when they are shown. */
export const mayCallNow = (endpoint: Endpoint): boolean => holds(useSession.getState(), endpoint.grant);
