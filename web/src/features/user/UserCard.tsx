import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { StandingTag } from './UserTags.tsx';
import type { UserRow } from './userFilters.ts';

/** A user in the list on a phone, in two lines: name, role and company. */
export function UserCard({ row }: { row: UserRow }): ReactNode {
  const about = [
    row.contactPerson === '' ? '' : row.email,
    row.groupName,
    row.companyId === 0 ? '' : row.companyName,
    row.plants > 0 ? t('user.plantCount', { count: row.plants }) : '',
  ];
  return (
    <div className="hp-card-lines">
      <div>
        <Link className="hp-row-name" to={paths.user(row.uid)}>
          {row.contactPerson || row.email}
        </Link>
        <StandingTag {...row} />
      </div>
      <div className="hp-muted">{about.filter((part) => part !== '').join(' · ')}</div>
    </div>
  );
}
