import type { OutputOf } from '@helioport/contract/endpoint';
import { fleet } from '@helioport/contract/fleet';
import { type ReactNode, useCallback } from 'react';
import { Filters } from '../../components/base/Filters.tsx';
import { Page } from '../../components/base/Page.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { Segments } from '../../components/form/Segments.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { countryName } from '../../countryName.ts';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { FleetNav } from './FleetNav.tsx';
import './fleet.css';
import { siteNameColumn } from '../../components/pv/columns.tsx';

type Row = OutputOf<typeof fleet.benchmark>['list'][number];

const schema = urlFields({ q: text(200), days: choice(['30', '365'], '30') });

/** Plants by specific yield against comparable plants, those that fall behind first. */
export default function BenchmarksPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const { q, days } = filters;
  const search = useCallback((words: string) => filterBy({ q: words }), [filterBy]);
  const input = {
    filters: { keywords: q },
    days: Number(days),
    ...tableInput(table, ['difference', 'specific', 'siteName', 'ratedKw'] as const),
  };
  const listed = useServerTable(fleet.benchmark, input, { table, setTable });
  return (
    <Page sub={t('fleet.benchmark.sub')} title={t('fleet.benchmark.title')}>
      <FleetNav />
      <Filters className="hp-page-filters">
        <SearchBox label={t('site.list.search')} onChange={search} value={q} />
        <Segments<'30' | '365'>
          label={t('fleet.trends.period')}
          onChange={(chosen) => filterBy({ days: chosen })}
          options={(['30', '365'] as const).map((value) => ({
            value,
            label: t('finding.days', { count: Number(value) }),
          }))}
          value={days}
        />
      </Filters>
      <DataTable
        {...listed}
        columns={columns()}
        empty={
          q === ''
            ? { title: t('fleet.benchmark.none'), hint: t('fleet.benchmark.noneHint') }
            : noMatch(t('fleet.noMatch'), () => filterBy({ q: '' }))
        }
        id="benchmarks"
        label={t('fleet.benchmark.title')}
        rowKey={(row) => row.sid}
        rowPath={(row) => paths.site(row.sid)}
      />
    </Page>
  );
}

/** A country by its name, a state by its code. */
function regionText(region: string): string {
  if (!/^[A-Z]{2}$/.test(region)) return region || '–';
  return countryName(region);
}

const valueText = (value: number | null, decimals = 0): string =>
  value === null ? '–' : formatNumber(value, decimals);

/** "+3%" and "-12%"; why there is none where the group is too small. */
const differenceText = ({ difference }: Row): string =>
  difference === null
    ? t('fleet.benchmark.tooFew')
    : `${difference > 0 ? '+' : ''}${formatNumber(difference * 100, 0)}%`;

const sizeText = (size: Row['sizeClass']): string => wordsFor(`fleet.size.${size}`, size);

const columns = (): Column<Row>[] => [
  siteNameColumn(),
  {
    key: 'difference',
    title: t('fleet.benchmark.difference'),
    isSortable: true,
    isNumber: true,
    render: differenceText,
    text: (row) => row.difference,
  },
  {
    key: 'specific',
    title: t('fleet.benchmark.specific'),
    unit: 'kWh/kWp',
    isSortable: true,
    isNumber: true,
    render: (row) => (row.specific === null ? '–' : `${valueText(row.specific)} kWh/kWp`),
    text: (row) => row.specific,
  },
  {
    key: 'median',
    title: t('fleet.trends.median'),
    unit: 'kWh/kWp',
    isNumber: true,
    render: (row) => (row.median === null ? '–' : `${valueText(row.median)} kWh/kWp`),
    text: (row) => row.median,
  },
  {
    key: 'range',
    title: t('fleet.benchmark.quartiles'),
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) =>
      row.low === null || row.high === null ? '–' : `${valueText(row.low)}–${valueText(row.high)}`,
    text: (row) =>
      row.low === null || row.high === null ? '' : `${valueText(row.low)}–${valueText(row.high)}`,
  },
  {
    key: 'region',
    title: t('fleet.benchmark.region'),
    text: (row) => regionText(row.region),
  },
  {
    key: 'sizeClass',
    title: t('fleet.benchmark.size'),
    text: (row) => sizeText(row.sizeClass),
  },
  {
    key: 'plants',
    title: t('fleet.benchmark.plants'),
    isNumber: true,
    render: (row) => valueText(row.plants),
    text: (row) => row.plants,
  },
  {
    key: 'ratedKw',
    title: t('fleet.benchmark.rated'),
    unit: 'kWp',
    isSortable: true,
    isNumber: true,
    render: (row) => (row.ratedKw === null ? '–' : `${valueText(row.ratedKw, 1)} kWp`),
    text: (row) => row.ratedKw,
  },
];
