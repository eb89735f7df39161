import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { type Company, kindWords, type OnCompany } from './company.ts';

interface CompanyProps {
  company: Company;
  onCompany: OnCompany;
}

/** The cells of a company after its name. */
export function CompanyCells({ company, onCompany }: CompanyProps): ReactNode {
  return (
    <>
      <td>
        {kindWords(company.kind)} {company.isOwn && <Tag tone="act">{t('company.own')}</Tag>}
      </td>
      <td>
        <ManagerLink company={company} />
      </td>
      <td className="hp-number">{formatNumber(company.companiesBelow, 0)}</td>
      <td className="hp-number">
        <Count all={company.usersBelow} own={company.users} />
      </td>
      <td className="hp-number">
        <Count all={company.sitesBelow} own={company.sites} />
      </td>
      <td className="hp-number">
        <CompanyActions company={company} onCompany={onCompany} />
      </td>
    </>
  );
}

/** All, those below included, and how many of them are its own where that differs. */
export function Count({ all, own }: { all: number; own: number }): ReactNode {
  return (
    <>
      {formatNumber(all, 0)}
      {all !== own && <small> ({t('company.ownCount', { count: own })})</small>}
    </>
  );
}

export function ManagerLink({ company }: { company: Company }): ReactNode {
  const name = company.managerName || company.managerEmail;
  if (name === '') return <span className="hp-muted">{t('company.noManager')}</span>;
  return <PersonLink name={name} uid={company.managerUid} />;
}

export function CompanyActions({ company, onCompany }: CompanyProps): ReactNode {
  const { companyName: name } = company;
  const mayList = useMayCall(user.list);
  const mayCreate = useMayCall(user.companyCreate) && company.kind !== 'installer';
  const mayEdit = useMayCall(user.companyUpdate) && company.mayEdit;
  const mayDelete = useMayCall(user.companyDel) && company.mayDelete;
  return (
    <RowActions
      actions={[
        mayList && {
          label: t('company.people', { name }),
          icon: 'users',
          to: paths.users(company.companyId),
        },
        mayCreate && {
          label: t('company.create.below', { name }),
          icon: 'plus',
          onClick: () => onCompany('below', company),
        },
        mayEdit && {
          label: t('form.editNamed', { name }),
          words: t('form.edit'),
          icon: 'edit',
          onClick: () => onCompany('edit', company),
        },
        mayDelete && {
          label: t('company.delete.named', { name }),
          icon: 'clear',
          isDanger: true,
          onClick: () => onCompany('delete', company),
        },
      ]}
      name={name}
    />
  );
}
