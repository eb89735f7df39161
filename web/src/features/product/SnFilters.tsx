import { user } from '@helioport/contract/user';
import { type ReactNode, useCallback } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { RemoteSelect } from '../../components/form/RemoteSelect.tsx';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { useProductChoices } from '../../components/pv/productChoices.ts';
import { t, type WordKey } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { useCompanyChoices } from '../../session/remoteChoices.ts';
import { type Filters, isFiltered, noFilters } from './serials.ts';

interface SnFiltersProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

/** The three boolean states of a serial number, each with the texts of its filter. */
const states = [
  { field: 'issued', any: 'serial.anyIssued', yes: 'serial.issued', no: 'serial.notIssued' },
  { field: 'activated', any: 'serial.anyActivated', yes: 'serial.activated', no: 'serial.notActivated' },
  { field: 'restricted', any: 'serial.anyRestricted', yes: 'serial.restricted', no: 'serial.notRestricted' },
] as const satisfies readonly { field: keyof Filters; any: WordKey; yes: WordKey; no: WordKey }[];

export function SnFilters({ filters, filterBy }: SnFiltersProps): ReactNode {
  const models = useProductChoices();
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <>
      <SearchBox label={t('serial.search')} onChange={search} value={filters.q} />
      <SelectBox
        any={t('serial.anyProduct')}
        label={t('serial.field.product')}
        onChange={(model) => filterBy({ model })}
        options={models}
        value={filters.model}
      />
      <CompanyFilter chosen={filters.company} onChoose={(company) => filterBy({ company })} />
      {states.map(({ field, any, yes, no }) => (
        <SelectBox
          any={t(any)}
          key={field}
          label={t(any)}
          onChange={(value) => filterBy({ [field]: value })}
          options={[
            { value: 'true', label: t(yes) },
            { value: 'false', label: t(no) },
          ]}
          value={filters[field]}
        />
      ))}
      {isFiltered(filters) && (
        <Button onClick={() => filterBy(noFilters)} variant="text">
          {t('filter.clear')}
        </Button>
      )}
    </>
  );
}

function CompanyFilter({
  chosen,
  onChoose,
}: {
  chosen: string;
  onChoose: (company: string) => void;
}): ReactNode {
  const mayChoose = useMayCall(user.companyChoices);
  const choices = useCompanyChoices([{ value: '0', label: t('serial.toNobody') }], mayChoose);
  if (!mayChoose) return null;
  return (
    <div className="hp-sn-company">
      <RemoteSelect
        {...choices}
        chosen={chosen || undefined}
        label={t('serial.field.company')}
        mayClear
        onChoose={(company) => onChoose(company ?? '')}
        placeholder={t('user.filter.anyCompany')}
      />
    </div>
  );
}
