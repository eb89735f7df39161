// The columns of the user list.
import { Link } from 'react-router';
import { formatNumber } from '../../components/base/time.ts';
import { textColumn, timeColumn } from '../../components/pv/columns.tsx';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
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
  textColumn('contactPerson', t('user.field.contactPerson'), { isSortable: true }),
  textColumn('groupName', t('user.field.role'), { isSortable: true }),
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
    text: (row) => row.countryName,
  },
  {
    key: 'city',
    title: t('user.field.city'),
    isHiddenAtFirst: true,
    render: (row) => [row.city, row.stateName].filter((part) => part !== '').join(', ') || '–',
    text: (row) => row.city,
  },
  textColumn('contactNumber', t('user.field.contactNumber'), { isHiddenAtFirst: true }),
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
  timeColumn('createdAt', t('user.field.createdAt'), { isSortable: true, isHiddenAtFirst: true }),
  timeColumn('lastSignInAt', t('user.field.lastSignInAt'), { isSortable: true }),
];
