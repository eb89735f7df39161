// The columns of the user list.
import { Link } from 'react-router';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import { readerTime } from '../../components/pv/plantClock.ts';
import type { Column } from '../../components/table/DataTable.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { StandingTag, standingWords } from './UserTags.tsx';
import type { UserRow } from './userFilters.ts';

export const userColumns = (): Column<UserRow>[] => [
  {
    key: 'email',
    title: t('user.field.email'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <Link className="hp-row-name" to={paths.user(row.uid)}>
        {row.email}
      </Link>
    ),
    text: (row) => row.email,
  },
  {
    key: 'contactPerson',
    title: t('user.field.contactPerson'),
    isSortable: true,
    render: (row) => row.contactPerson || '–',
    text: (row) => row.contactPerson,
  },
  {
    key: 'groupName',
    title: t('user.field.role'),
    isSortable: true,
    render: (row) => row.groupName,
    text: (row) => row.groupName,
  },
  {
    key: 'companyName',
    title: t('user.field.company'),
    isSortable: true,
    render: (row) =>
      row.companyId === 0 ? (
        <span className="hp-muted">{t('user.noCompany')}</span>
      ) : (
        <CompanyLink companyId={row.companyId} name={row.companyName} />
      ),
    text: (row) => row.companyName,
  },
  {
    key: 'country',
    title: t('user.field.country'),
    isSortable: true,
    render: (row) => row.countryName || '–',
    text: (row) => row.countryName,
  },
  {
    key: 'city',
    title: t('user.field.city'),
    isHiddenAtFirst: true,
    render: (row) => [row.city, row.stateName].filter((part) => part !== '').join(', ') || '–',
    text: (row) => row.city,
  },
  {
    key: 'contactNumber',
    title: t('user.field.contactNumber'),
    isHiddenAtFirst: true,
    render: (row) => row.contactNumber || '–',
    text: (row) => row.contactNumber,
  },
  {
    key: 'plants',
    title: t('user.field.plants'),
    isNumber: true,
    render: (row) => formatNumber(row.plants, 0),
    text: (row) => row.plants,
  },
  {
    key: 'status',
    title: t('user.field.status'),
    isSortable: true,
    render: (row) => <StandingTag {...row} />,
    text: standingWords,
  },
  {
    key: 'createdAt',
    title: t('user.field.createdAt'),
    isSortable: true,
    isHiddenAtFirst: true,
    render: (row) => <RelativeTime at={row.createdAt} isInTable />,
    text: (row) => readerTime(row.createdAt),
  },
  {
    key: 'lastSignInAt',
    title: t('user.field.lastSignInAt'),
    isSortable: true,
    render: (row) => <RelativeTime at={row.lastSignInAt} isInTable />,
    text: (row) => readerTime(row.lastSignInAt),
  },
];
