// Less common filters of users: location, business or private, registration date.
import { type ReactNode, useCallback } from 'react';
import { DaySpanBoxes } from '../../components/form/DaySpanBoxes.tsx';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { t } from '../../i18n.ts';
import { useStates } from '../../session/places.ts';
import type { Filters } from './userFilters.ts';

interface FineFiltersProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

export function FineFilters({ filters, filterBy }: FineFiltersProps): ReactNode {
  const states = useStates(filters.country);
  const byCity = useCallback((city: string) => filterBy({ city }), [filterBy]);
  return (
    <>
      {states.length > 0 && (
        <SelectBox
          any={t('user.filter.anyState')}
          label={t('user.field.state')}
          onChange={(state) => filterBy({ state })}
          options={states}
          value={filters.state}
        />
      )}
      <SearchBox label={t('user.field.city')} onChange={byCity} value={filters.city} />
      <SelectBox
        any={t('user.filter.anyKind')}
        label={t('user.field.isBusiness')}
        onChange={(kind) => filterBy({ kind: kind as Filters['kind'] })}
        options={[
          { value: 'business', label: t('user.filter.business') },
          { value: 'private', label: t('user.filter.private') },
        ]}
        value={filters.kind}
      />
      <DaySpanBoxes from={filters.from} of={t('user.field.createdAt')} onChange={filterBy} to={filters.to} />
    </>
  );
}
