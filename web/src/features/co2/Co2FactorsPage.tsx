import { co2 } from '@helioport/contract/co2';
import { type ReactNode, useCallback, useState } from 'react';
import { Page } from '../../components/base/Page.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { choice, text, type UrlValues, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { textColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { FactorDrawer } from './FactorDrawer.tsx';
import { type Factor, nameOf } from './factor.ts';

const schema = urlFields({ q: text(100), own: choice(['', 'true'], '') });

type Filters = UrlValues<typeof schema>;

/** CO2 emissions per kWh from the grid by country, with source and year; the operator can override them. */
export default function Co2FactorsPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const [edited, setEdited] = useState<Factor>();
  const mayEdit = useMayCall(co2.update);
  const input = {
    filters: { keywords: filters.q, isOwn: filters.own },
    ...tableInput(table, ['countryName', 'kgPerKwh', 'year'] as const),
  };
  const listed = useServerTable(co2.list, input, { table, setTable });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <Page
      filters={
        <>
          <SearchBox label={t('co2.search')} onChange={search} value={filters.q} />
          <SelectBox
            any={t('co2.filter.any')}
            label={t('co2.filter.label')}
            onChange={(own) => filterBy({ own: own as Filters['own'] })}
            options={[{ value: 'true', label: t('co2.filter.own') }]}
            value={filters.own}
          />
        </>
      }
      sub={t('co2.sub')}
      title={pageTitle('co2Factors')}
    >
      <DataTable
        {...listed}
        columns={columnsOf(mayEdit ? setEdited : undefined)}
        empty={noMatch(t('co2.noMatch'), () => filterBy({ q: '', own: '' }))}
        id="co2"
        label={pageTitle('co2Factors')}
        rowKey={(row) => row.countryCode}
      />
      {edited && <FactorDrawer factor={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

/** Without `onEdit` the names are plain text: the user may only read. */
const columnsOf = (onEdit: ((row: Factor) => void) | undefined): Column<Factor>[] => [
  {
    key: 'countryName',
    title: t('co2.field.country'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <span className="hp-tag-row">
        {onEdit ? (
          <button className="hp-link-button" onClick={() => onEdit(row)} type="button">
            {nameOf(row)}
          </button>
        ) : (
          nameOf(row)
        )}
        {row.isOwn && <Tag tone="act">{t('co2.own')}</Tag>}
        {row.isWorld && <Tag>{t('co2.worldMean')}</Tag>}
      </span>
    ),
    text: nameOf,
  },
  {
    key: 'kgPerKwh',
    title: t('co2.field.factor'),
    unit: 'kg/kWh',
    isSortable: true,
    isNumber: true,
    render: (row) => `${formatNumber(row.kgPerKwh, 4)} kg/kWh`,
    text: (row) => row.kgPerKwh,
  },
  textColumn('source', t('co2.field.source')),
  {
    key: 'year',
    title: t('co2.field.year'),
    isSortable: true,
    isNumber: true,
    render: (row) => String(row.year),
    text: (row) => row.year,
  },
];
