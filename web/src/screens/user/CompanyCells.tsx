import { user } from '@helioport/contract/user';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { Icon } from '../../ui/base/Icon.tsx';
import { Tag } from '../../ui/base/Tag.tsx';
import { formatNumber } from '../../ui/base/time.ts';
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
  const mayOpen = useMayCall(user.detail);
  const name = company.managerName || company.managerEmail;
  if (name === '') return <span className="hp-muted">{t('company.noManager')}</span>;
  return mayOpen && company.managerUid ? <Link to={paths.user(company.managerUid)}>{name}</Link> : name;
}

export function CompanyActions({ company, onCompany }: CompanyProps): ReactNode {
  const { companyName: name } = company;
  return (
    <span className="hp-row-actions">
      <Can call={user.list}>
        <Link
          aria-label={t('company.people', { name })}
          className="hp-icon-button"
          title={t('company.people', { name })}
          to={paths.users(company.companyId)}
        >
          <Icon name="users" size={16} />
        </Link>
      </Can>
      {company.kind !== 'installer' && (
        <Can call={user.companyCreate}>
          <Button
            aria-label={t('company.create.below', { name })}
            icon={<Icon name="plus" size={16} />}
            onClick={() => onCompany('below', company)}
            size="small"
            title={t('company.create.below', { name })}
            type="text"
          />
        </Can>
      )}
      {company.mayEdit && (
        <Can call={user.companyUpdate}>
          <Button
            aria-label={t('form.editNamed', { name })}
            onClick={() => onCompany('edit', company)}
            size="small"
          >
            {t('form.edit')}
          </Button>
        </Can>
      )}
      {company.mayDelete && (
        <Can call={user.companyDel}>
          <Button
            aria-label={t('form.deleteNamed', { name })}
            danger
            onClick={() => onCompany('delete', company)}
            size="small"
            type="text"
          >
            {t('form.delete')}
          </Button>
        </Can>
      )}
    </span>
  );
}
