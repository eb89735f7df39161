import { configuration } from '@helioport/contract/configuration';
import { type CommandState, commandStates } from '@helioport/domain/parameters';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { EmailLink } from '../../../components/pv/peopleLinks.tsx';
import { readerTime } from '../../../components/pv/plantClock.ts';
import { type Column, DataTable } from '../../../components/table/DataTable.tsx';
import { noMatch } from '../../../components/table/noMatch.tsx';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useServerTable } from '../../../session/useServerTable.ts';
import { ConfirmedBar } from '../ConfirmedBar.tsx';
import { RUN_EVERY_MS, type Run } from './sets.ts';

const { inverterRunList: list } = configuration;
const schema = urlFields({ q: text(100) });

/** The runs of parameter sets. */
export function RunTable(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const input = { filters: { keywords: filters.q }, page: { size: table.size, num: table.page - 1 } };
  const listed = useServerTable(list, input, { table, setTable }, { refreshMs: RUN_EVERY_MS });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <DataTable
      {...listed}
      columns={columns()}
      empty={
        filters.q === ''
          ? { title: t('command.none'), icon: 'up' }
          : noMatch(t('parameterSet.noMatch'), () => filterBy({ q: '' }))
      }
      id="parameterSets.runs"
      label={t('command.title')}
      rowKey={(row) => String(row.id)}
      toolbar={<SearchBox label={t('parameterSet.search')} onChange={search} value={filters.q} />}
    />
  );
}

/** The states that devices are in, each with its number. */
export const countsOf = ({ counts }: Run): { state: CommandState; title: string; value: number }[] =>
  commandStates.map((state) => ({ state, title: wordsFor(`command.${state}`, state), value: counts[state] }));

const countsText = (run: Run): string =>
  countsOf(run)
    .filter(({ value }) => value > 0)
    .map(({ title, value }) => t('public.labelled', { label: title, value: formatNumber(value, 0) }))
    .join(' · ');

const columns = (): Column<Run>[] => [
  {
    key: 'name',
    title: t('campaign.field.name'),
    isFixed: true,
    render: (row) => (
      <>
        <Link to={paths.inverterRun(row.id)}>{row.name}</Link>{' '}
        {row.backOf !== null && <Tag>{t('parameterSet.isBack')}</Tag>}
      </>
    ),
    text: (row) => row.name,
  },
  {
    key: 'progress',
    title: t('campaign.field.progress'),
    render: (row) => <ConfirmedBar {...row} />,
    text: (row) => `${row.counts.confirmed}/${row.total}`,
  },
  { key: 'counts', title: t('command.state'), render: countsText, text: countsText },
  {
    key: 'createdAt',
    title: t('command.at'),
    render: (row) => (
      <>
        <RelativeTime at={row.createdAt} isInTable /> <EmailLink email={row.userEmail} />
      </>
    ),
    text: (row) => readerTime(row.createdAt),
  },
];
