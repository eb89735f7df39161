// Less common filters of plants: severity, owner, installer, country, registration date. Loaded when opened.
import { severities } from '@helioport/domain/condition';
import { type ReactNode, useCallback } from 'react';
import { DaySpanBoxes } from '../../../components/form/DaySpanBoxes.tsx';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { SavedViews } from '../../../components/pv/SavedViews.tsx';
import { t } from '../../../i18n.ts';
import { useCountries } from '../../../session/places.ts';
import { type Filters, noFilters } from './siteFilters.ts';

interface FineFiltersProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

export default function FineFilters({ filters, filterBy }: FineFiltersProps): ReactNode {
  const countries = useCountries();
  const byOwner = useCallback((owner: string) => filterBy({ owner }), [filterBy]);
  const byInstaller = useCallback((installer: string) => filterBy({ installer }), [filterBy]);
  return (
    <>
      <SelectBox
        any={t('site.list.anySeverity')}
        label={t('site.field.severity')}
        onChange={(severity) => filterBy({ severity: severity as Filters['severity'] })}
        options={severities.map((severity) => ({ value: severity, label: t(`site.severity.${severity}`) }))}
        value={filters.severity}
      />
      <SearchBox label={t('site.field.owner')} onChange={byOwner} value={filters.owner} />
      <SearchBox label={t('site.field.installer')} onChange={byInstaller} value={filters.installer} />
      <SelectBox
        any={t('user.filter.anyCountry')}
        label={t('user.field.country')}
        onChange={(country) => filterBy({ country })}
        options={countries}
        value={filters.country}
      />
      <DaySpanBoxes from={filters.from} of={t('site.field.registered')} onChange={filterBy} to={filters.to} />
      <SavedViews filters={Object.keys(noFilters)} list="sites" />
    </>
  );
}
