// The companies level by level: a level is fetched when its company is opened.

import { user } from '@helioport/contract/user';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { EmptyState } from '../../components/base/EmptyState.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { CompanyLink } from '../../components/pv/peopleLinks.tsx';
import { TreeName, TreeTable } from '../../components/table/TreeTable.tsx';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { CompanyCells } from './CompanyCells.tsx';
import type { Company, OnCompany } from './company.ts';

const STEP = 50;
const ROOTS = 0;

const levelInput = (parentId: number, size: number) => ({
  filters: { parent_id: parentId },
  page: { size, num: 0 },
  sort: [{ field: 'companyName' as const, order: 'asc' as const }],
});

export function CompanyTree({ onCompany }: { onCompany: OnCompany }): ReactNode {
  const roots = useCall(user.companyList, levelInput(ROOTS, STEP), { live: 'none' });
  if (roots.data === undefined) {
    return roots.error ? <FailedState answer={roots} /> : <Skeleton lines={8} />;
  }
  if (roots.data.total === 0) {
    return <EmptyState hint={t('company.list.noneHint')} icon="house" title={t('company.list.none')} />;
  }
  return (
    <TreeTable
      columns={[
        { title: t('company.field.name') },
        { title: t('company.field.kind') },
        { title: t('company.field.manager') },
        { title: t('company.field.companies'), isNumber: true },
        { title: t('company.field.users'), isNumber: true },
        { title: t('company.field.sites'), isNumber: true },
        { title: t('company.field.actions'), isUnseen: true },
      ]}
      label={pageTitle('companies')}
    >
      <Level level={0} onCompany={onCompany} parentId={ROOTS} startsOpen={roots.data.total <= 3} />
    </TreeTable>
  );
}

interface LevelProps {
  parentId: number;
  level: number;
  onCompany: OnCompany;
  /** True: child companies are expanded initially. */
  startsOpen: boolean;
}

function Level({ parentId, level, onCompany, startsOpen }: LevelProps): ReactNode {
  const [size, setSize] = useState(STEP);
  const answer = useCall(user.companyList, levelInput(parentId, size), { live: 'none', keepsPrevious: true });
  const { list = [], total = 0 } = answer.data ?? {};
  const columns = 7;
  return (
    <>
      {answer.data === undefined && (
        <tr>
          <td colSpan={columns}>{answer.error ? <FailedState answer={answer} /> : <Skeleton lines={2} />}</td>
        </tr>
      )}
      {list.map((company) => (
        <Branch
          company={company}
          key={company.companyId}
          level={level}
          onCompany={onCompany}
          startsOpen={startsOpen}
        />
      ))}
      {list.length < total && (
        <tr>
          <td colSpan={columns}>
            <Button isBusy={answer.isFetching} onClick={() => setSize(size + STEP)} variant="link">
              {t('company.list.more', { count: total - list.length })}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

interface BranchProps {
  company: Company;
  level: number;
  onCompany: OnCompany;
  startsOpen: boolean;
}

function Branch({ company, level, onCompany, startsOpen }: BranchProps): ReactNode {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      <tr>
        <td>
          <TreeName
            isOpen={company.children > 0 ? isOpen : undefined}
            level={level}
            name={company.companyName}
            onToggle={() => setOpen(!isOpen)}
          >
            <span className="hp-row-name">
              <CompanyLink companyId={company.companyId} name={company.companyName} />
            </span>
          </TreeName>
        </td>
        <CompanyCells company={company} onCompany={onCompany} />
      </tr>
      {isOpen && company.children > 0 && (
        <Level level={level + 1} onCompany={onCompany} parentId={company.companyId} startsOpen={false} />
      )}
    </>
  );
}
