import type { OutputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { type ReactNode, useCallback } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { text, type UrlValues, urlFields } from '../../components/base/urlFields.ts';
import { DaySpanBoxes } from '../../components/form/DaySpanBoxes.tsx';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { CompanyLink, PersonLink } from '../../components/pv/peopleLinks.tsx';
import { readerTime } from '../../components/pv/plantClock.ts';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { AuditDetail, detailText } from '../../session/AuditDetail.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { AuditSubject } from './AuditSubject.tsx';
import './user.css';

type Row = OutputOf<typeof user.audit>['list'][number];

const schema = urlFields({
  q: text(100),
  who: text(100),
  uid: text(60),
  sid: text(60),
  action: text(60),
  from: text(10),
  to: text(10),
});

type Filters = UrlValues<typeof schema>;

const none: Filters = { q: '', who: '', uid: '', sid: '', action: '', from: '', to: '' };

/** The audit log, limited to the reader's data access. */
export default function AuditPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const input = {
    filters: {
      keywords: filters.q,
      user_email: filters.who,
      uid: filters.uid,
      sid: filters.sid,
      action: filters.action,
      start_date: filters.from,
      end_date: filters.to,
    },
    ...tableInput(table, ['at'] as const),
  };
  const listed = useServerTable(user.audit, input, { table, setTable });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  const searchWho = useCallback((who: string) => filterBy({ who }), [filterBy]);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page
      filters={
        <>
          <SearchBox label={t('changeLog.search')} onChange={search} value={filters.q} />
          <SearchBox label={t('changeLog.searchWho')} onChange={searchWho} value={filters.who} />
          <SelectBox
            any={t('changeLog.anyAction')}
            label={t('changeLog.field.action')}
            onChange={(action) => filterBy({ action })}
            options={(listed.answer.data?.actions ?? []).map(({ action, title }) => ({
              value: action,
              label: title,
            }))}
            value={filters.action}
          />
          <DaySpanBoxes from={filters.from} onChange={filterBy} to={filters.to} />
          {isFiltered && (
            <Button onClick={() => filterBy(none)} variant="text">
              {t('filter.clear')}
            </Button>
          )}
        </>
      }
      sub={t('changeLog.sub')}
      title={pageTitle('audit')}
    >
      <DataTable
        {...listed}
        columns={columnsOf()}
        empty={
          isFiltered
            ? noMatch(t('changeLog.noMatch'), () => filterBy(none))
            : { title: t('changeLog.none'), hint: t('changeLog.noneHint'), icon: 'list' }
        }
        id="audit"
        label={pageTitle('audit')}
        rowKey={(row) => String(row.id)}
      />
    </Page>
  );
}

const columnsOf = (): Column<Row>[] => [
  {
    key: 'at',
    title: t('changeLog.field.at'),
    isSortable: true,
    isFixed: true,
    render: (row) => <RelativeTime at={row.at} isExact />,
    text: (row) => readerTime(row.at),
  },
  {
    key: 'who',
    title: t('changeLog.field.who'),
    isText: true,
    render: (row) => <Who row={row} />,
    text: (row) => row.userEmail || row.userName,
  },
  {
    key: 'action',
    title: t('changeLog.field.action'),
    isText: true,
    text: (row) => row.actionTitle,
  },
  {
    key: 'subject',
    title: t('changeLog.field.subject'),
    isText: true,
    render: (row) => <AuditSubject row={row} />,
    text: (row) =>
      [row.siteName, row.newDevice ? `${row.subject} → ${row.newDevice.sn}` : row.subject]
        .filter((part, i, all) => part !== '' && all.indexOf(part) === i)
        .join(', '),
  },
  {
    key: 'company',
    title: t('user.field.company'),
    render: (row) =>
      row.companyName === '' ? '–' : <CompanyLink companyId={row.companyId} name={row.companyName} />,
    text: (row) => row.companyName,
  },
  {
    key: 'detail',
    title: t('changeLog.field.detail'),
    render: (row) => <AuditDetail action={row.action} detail={row.detail} />,
    text: (row) => detailText(row.detail, row.action),
  },
];

function Who({ row }: { row: Row }): ReactNode {
  const name =
    row.userEmail || row.userName || (row.groupName === '' ? t('changeLog.machine') : row.groupName);
  const about = [row.groupName === name ? '' : row.groupName, row.userCompany].filter((part) => part !== '');
  return (
    <>
      <PersonLink name={name} uid={row.userUid} />
      {about.length > 0 && <div className="hp-muted">{about.join(', ')}</div>}
    </>
  );
}
