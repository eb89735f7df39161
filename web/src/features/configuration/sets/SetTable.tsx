import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { Tag } from '../../../components/base/Tag.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { SearchBox } from '../../../components/form/SearchBox.tsx';
import { timeColumn } from '../../../components/pv/columns.tsx';
import { changeText } from '../../../components/pv/parameters/parameterValues.ts';
import { type Column, DataTable } from '../../../components/table/DataTable.tsx';
import { noMatch } from '../../../components/table/noMatch.tsx';
import { RowActions } from '../../../components/table/RowActions.tsx';
import { useFilteredTable } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { DeleteDialog } from '../../../session/DeleteDialog.tsx';
import { useServerTable } from '../../../session/useServerTable.ts';
import { SetDrawer } from './SetDrawer.tsx';
import { forWhat, gridCodeTitle, type ParameterSet } from './sets.ts';

const { inverterSetList: list, inverterSetDel } = configuration;
const schema = urlFields({ q: text(100) });

/** The stored parameter sets. */
export function SetTable(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; one: ParameterSet }>();
  const input = { filters: { keywords: filters.q }, page: { size: table.size, num: table.page - 1 } };
  const listed = useServerTable(list, input, { table, setTable });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const close = () => setOpen(undefined);
  return (
    <>
      <DataTable
        {...listed}
        columns={columnsOf((what, one) => setOpen({ what, one }))}
        empty={
          filters.q === ''
            ? { title: t('parameterSet.none'), hint: t('parameterSet.noneHint'), icon: 'tool' }
            : noMatch(t('parameterSet.noMatch'), () => filterBy({ q: '' }))
        }
        id="parameterSets"
        label={t('parameterSet.sets')}
        rowKey={(row) => String(row.id)}
        toolbar={<SearchBox label={t('parameterSet.search')} onChange={search} value={filters.q} />}
      />
      {open?.what === 'edit' && <SetDrawer one={open.one} onClose={close} />}
      {open?.what === 'delete' && (
        <DeleteDialog
          done={t('parameterSet.deleted')}
          endpoint={inverterSetDel}
          hint={t('parameterSet.deleteHint')}
          input={{ id: open.one.id }}
          name={open.one.name}
          onClose={close}
        />
      )}
    </>
  );
}

const valuesText = ({ values }: ParameterSet): string[] =>
  values.map(({ key, value }) => changeText(key, value));

const columnsOf = (onOpen: (what: 'edit' | 'delete', one: ParameterSet) => void): Column<ParameterSet>[] => [
  {
    key: 'name',
    title: t('campaign.field.name'),
    isFixed: true,
    render: (row) => (row.mayChange ? <Link to={paths.inverterSetApply(row.id)}>{row.name}</Link> : row.name),
    text: (row) => row.name,
  },
  { key: 'model', title: t('ota.field.model'), render: forWhat, text: forWhat },
  {
    key: 'gridCode',
    title: t('parameterSet.gridCode'),
    text: (row) => gridCodeTitle(row.gridCode),
  },
  {
    key: 'values',
    title: t('parameterSet.values'),
    render: (row) => (
      <>
        {valuesText(row).map((words) => (
          <div key={words}>{words}</div>
        ))}
        {row.isProtection && (
          <Tag icon="users" tone="act">
            {t('parameterSet.usesSecond')}
          </Tag>
        )}
      </>
    ),
    text: (row) => valuesText(row).join('; '),
  },
  {
    key: 'company',
    title: t('account.company'),
    isHiddenAtFirst: true,
    text: (row) => row.companyName,
  },
  timeColumn('updatedAt', t('ota.field.createdAt'), { isHiddenAtFirst: true }),
  {
    key: 'actions',
    title: t('device.field.action'),
    isFixed: true,
    width: 220,
    render: (row) =>
      row.mayChange && (
        <RowActions
          actions={[
            {
              label: t('public.labelled', { label: t('parameterSet.apply'), value: row.name }),
              words: t('parameterSet.apply'),
              icon: 'up',
              to: paths.inverterSetApply(row.id),
            },
            {
              label: t('form.editNamed', { name: row.name }),
              icon: 'edit',
              onClick: () => onOpen('edit', row),
            },
            {
              label: t('form.deleteNamed', { name: row.name }),
              icon: 'clear',
              isDanger: true,
              onClick: () => onOpen('delete', row),
            },
          ]}
          name={row.name}
        />
      ),
  },
];
