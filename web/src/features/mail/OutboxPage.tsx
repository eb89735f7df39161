import { mail } from '@helioport/contract/mail';
import { type ReactNode, useCallback } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { choice, text, type UrlValues, urlFields, whole } from '../../components/base/urlFields.ts';
import { DaySpanBoxes } from '../../components/form/DaySpanBoxes.tsx';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { textColumn, timeColumn } from '../../components/pv/columns.tsx';
import {
  attemptWords,
  type Mail,
  MailStateTag,
  mailKinds,
  mailKindWords,
  mailStates,
  mailStateWords,
} from '../../components/pv/mailState.tsx';
import { EmailLink } from '../../components/pv/peopleLinks.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { MailDrawer } from './MailDrawer.tsx';

const schema = urlFields({
  q: text(100),
  state: choice(['', ...mailStates], ''),
  kind: text(40),
  from: text(10),
  to: text(10),
  mail: whole(0, 1e9, 0),
});

type Filters = UrlValues<typeof schema>;

const none = { q: '', state: '', kind: '', from: '', to: '' } as const;

/** All emails of the last 90 days. Without a mail server they end here, with their links. */
export default function OutboxPage(): ReactNode {
  const { filters, setFilters, filterBy, table, setTable } = useFilteredTable(schema);
  const { q, state, kind, from, to } = filters;
  const input = {
    filters: { keywords: q, state, kind, created_start_date: from, created_end_date: to },
    ...tableInput(table, ['createdAt', 'recipient', 'subject', 'sentAt'] as const),
  };
  const listed = useServerTable(mail.list, input, { table, setTable }, { refreshMs: 15_000 });
  const isFiltered = [q, state, kind, from, to].some((value) => value !== '');
  const clear = <Button onClick={() => filterBy(none)}>{t('filter.clear')}</Button>;
  return (
    <Page
      filters={<FilterLine filterBy={filterBy} filters={filters} />}
      sub={t('outbox.sub')}
      title={pageTitle('outbox')}
    >
      <DataTable
        {...listed}
        columns={columnsOf((id) => setFilters({ mail: id }, { isStep: true }))}
        empty={
          isFiltered
            ? { title: t('outbox.noMatch'), action: clear }
            : { title: t('outbox.none'), hint: t('outbox.noneHint'), icon: 'document' }
        }
        id="outbox"
        label={pageTitle('outbox')}
        rowKey={(row) => String(row.id)}
      />
      {filters.mail > 0 && <MailDrawer id={filters.mail} onClose={() => setFilters({ mail: 0 })} />}
    </Page>
  );
}

interface FilterLineProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

function FilterLine({ filters, filterBy }: FilterLineProps): ReactNode {
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <>
      <SearchBox label={t('outbox.search')} onChange={search} value={filters.q} />
      <SelectBox
        any={t('outbox.anyState')}
        label={t('outbox.field.state')}
        onChange={(state) => filterBy({ state: state as Filters['state'] })}
        options={mailStates.map((value) => ({ value, label: mailStateWords(value) }))}
        value={filters.state}
      />
      <SelectBox
        any={t('outbox.anyKind')}
        label={t('outbox.field.kind')}
        onChange={(kind) => filterBy({ kind })}
        options={mailKinds.map((value) => ({ value, label: mailKindWords(value) }))}
        value={filters.kind}
      />
      <DaySpanBoxes from={filters.from} onChange={filterBy} to={filters.to} />
    </>
  );
}

const columnsOf = (onOpen: (id: number) => void): Column<Mail>[] => [
  {
    key: 'subject',
    title: t('outbox.field.subject'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <button className="hp-link-button" onClick={() => onOpen(row.id)} type="button">
        {row.subject}
      </button>
    ),
    text: (row) => row.subject,
  },
  {
    key: 'recipient',
    title: t('outbox.field.recipient'),
    isSortable: true,
    render: (row) => <EmailLink email={row.recipient} />,
    text: (row) => row.recipient,
  },
  {
    key: 'kind',
    title: t('outbox.field.kind'),
    text: (row) => mailKindWords(row.kind),
  },
  {
    key: 'state',
    title: t('outbox.field.state'),
    render: (row) => <MailState row={row} />,
    text: (row) => [mailStateWords(row.state), attemptWords(row)].filter(Boolean).join(', '),
  },
  textColumn('lastError', t('outbox.field.lastError'), { isText: true }),
  textColumn('brandName', t('outbox.field.brand'), { isHiddenAtFirst: true }),
  timeColumn('createdAt', t('outbox.field.createdAt'), { isSortable: true }),
  timeColumn('sentAt', t('outbox.field.sentAt'), { isSortable: true }),
];

function MailState({ row }: { row: Mail }): ReactNode {
  const tries = attemptWords(row);
  return (
    <>
      <MailStateTag mail={row} />
      {tries !== '' && <div className="hp-muted">{tries}</div>}
    </>
  );
}
