// Links to users and companies for readers who may open them; plain text otherwise.
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

/** A user; `uid` is '' if the reader may not see them. */
export function PersonLink({ uid, name }: { uid: string; name: string }): ReactNode {
  const mayOpen = useMayCall(user.detail);
  return mayOpen && uid !== '' && name !== '' ? <Link to={paths.user(uid)}>{name}</Link> : name;
}

/** A user known only by email address: links to a search in the user list. */
export function EmailLink({ email }: { email: string }): ReactNode {
  const mayList = useMayCall(user.list);
  return mayList && email !== '' ? <Link to={paths.usersBy({ q: email })}>{email}</Link> : email;
}
