// Links to people and companies, for readers who may open their pages; plain text for everyone else.
import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';

/** A company; `companyId` is 0 for none. */
export function CompanyLink({ companyId, name }: { companyId: number; name: string }): ReactNode {
  const mayOpen = useMayCall(user.companyDetail);
  return mayOpen && companyId !== 0 ? <Link to={paths.company(companyId)}>{name}</Link> : name;
}

/** A person; `uid` is '' for one whom the reader may not know. */
export function PersonLink({ uid, name }: { uid: string; name: string }): ReactNode {
  const mayOpen = useMayCall(user.detail);
  return mayOpen && uid !== '' && name !== '' ? <Link to={paths.user(uid)}>{name}</Link> : name;
}

/** A person of whom only the email address is known: leads to the search for it in the list of users. */
export function EmailLink({ email }: { email: string }): ReactNode {
  const mayList = useMayCall(user.list);
  return mayList && email !== '' ? <Link to={paths.usersBy({ q: email })}>{email}</Link> : email;
}
