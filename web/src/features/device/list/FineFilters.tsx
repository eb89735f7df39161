// Less common filters of devices: type, version, owner and installer.
import { user } from '@helioport/contract/user';
import { type DeviceList, kindsOfList } from '@helioport/domain/deviceKinds';
import { type ReactNode, useCallback } from 'react';
import { readField } from '../../../components/base/urlFields.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { useProductChoices } from '../../../components/pv/productChoices.ts';
import { SavedViews } from '../../../components/pv/SavedViews.tsx';
import { t, wordsFor } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { CompanyFilter } from '../../../session/CompanyFilter.tsx';
import { SiteFilter } from '../../../session/SiteFilter.tsx';
import { type Filters, filterSchema, noFilters } from './deviceFilters.ts';

interface FineFiltersProps {
  list: DeviceList;
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
  /** Name of the filtered plant, if a row contains it. */
  siteName: string | undefined;
}

export default function FineFilters({ list, filters, filterBy, siteName }: FineFiltersProps): ReactNode {
  const byPrefix = useCallback((prefix: string) => filterBy({ prefix }), [filterBy]);
  const byVersion = useCallback((version: string) => filterBy({ version }), [filterBy]);
  const byOwner = useCallback((owner: string) => filterBy({ owner }), [filterBy]);
  const byInstaller = useCallback((installer: string) => filterBy({ installer }), [filterBy]);
  const kinds = kindsOfList(list);
  const models = useProductChoices().filter(({ kind }) => kinds.includes(kind));
  const mayChooseCompany = useMayCall(user.companyChoices);
  return (
    <>
      {kinds.length > 1 && (
        <SelectBox
          any={t('device.list.anyKind')}
          label={t('device.list.kind')}
          onChange={(kind) => filterBy({ kind: readField(filterSchema.kind, kind) })}
          options={kinds.map((kind) => ({ value: kind, label: wordsFor(`deviceKind.${kind}`, kind) }))}
          value={filters.kind}
        />
      )}
      <SiteFilter chosen={filters.site} name={siteName} onChoose={(site) => filterBy({ site })} />
      {mayChooseCompany && (
        <CompanyFilter chosen={filters.company} onChoose={(company) => filterBy({ company })} />
      )}
      <SearchBox label={t('device.list.prefix')} onChange={byPrefix} value={filters.prefix} />
      {models.length > 0 && (
        <SelectBox
          any={t('device.list.anyModel')}
          label={t('site.field.model')}
          onChange={(model) => filterBy({ model })}
          options={models}
          value={filters.model}
        />
      )}
      <SearchBox label={t('device.detail.firmware')} onChange={byVersion} value={filters.version} />
      <SearchBox label={t('site.field.owner')} onChange={byOwner} value={filters.owner} />
      <SearchBox label={t('site.field.installer')} onChange={byInstaller} value={filters.installer} />
      <SelectBox
        any={t('device.list.anyBlack')}
        label={t('device.list.black')}
        onChange={(black) => filterBy({ black: readField(filterSchema.black, black) })}
        options={[
          { value: 'yes', label: t('device.list.restricted') },
          { value: 'no', label: t('device.list.notRestricted') },
        ]}
        value={filters.black}
      />
      <SavedViews filters={Object.keys(noFilters)} list="devices" />
    </>
  );
}
