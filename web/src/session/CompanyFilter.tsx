import type { ReactNode } from 'react';
import { type RemoteOption, RemoteSelect } from '../components/form/RemoteSelect.tsx';
import { t } from '../i18n.ts';
import { useCompanyChoices } from './remoteChoices.ts';
import './remoteFilter.css';

interface CompanyFilterProps {
  /** Number of a company; '' is all. */
  chosen: string;
  /** Offered in addition to the search results. */
  known?: readonly RemoteOption[];
  onChoose: (company: string) => void;
}

/** Rows of one company, or of all. */
export function CompanyFilter({ chosen, known = [], onChoose }: CompanyFilterProps): ReactNode {
  const { options, ...choices } = useCompanyChoices(known);
  const isNamed = options.some((option) => option.value === chosen);
  return (
    <div className="hp-remote-filter">
      <RemoteSelect
        {...choices}
        chosen={chosen || undefined}
        label={t('user.field.company')}
        mayClear
        onChoose={(company) => onChoose(company ?? '')}
        options={
          chosen === '' || isNamed
            ? options
            : [{ value: chosen, label: t('user.filter.oneCompany') }, ...options]
        }
        placeholder={t('user.filter.anyCompany')}
      />
    </div>
  );
}
