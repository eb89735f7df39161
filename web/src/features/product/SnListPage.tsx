import { product } from '@helioport/contract/product';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import type { EmptyWords } from '../../components/base/EmptyState.tsx';
import { Page } from '../../components/base/Page.tsx';
import { allRows } from '../../components/base/pages.ts';
import { formatNumber } from '../../components/base/time.ts';
import { DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { useChosen } from '../../components/table/RowChoice.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { Can, mayCallNow } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { EnterDialog } from './EnterDialog.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { SnBar } from './SnBar.tsx';
import { SnFilters } from './SnFilters.tsx';
import { StockPanel } from './StockPanel.tsx';
import { type Filters, filterSchema, isFiltered, listInput, noFilters, type SnEntry } from './serials.ts';
import { snColumns } from './snColumns.tsx';
import './product.css';

/** Larger exports are impractical to open in a spreadsheet. */
const EXPORT_MAX = 50_000;

/** The list of manufactured serial numbers: to whom issued, which activated, which restricted. */
export default function SnListPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(filterSchema);
  const [isEntering, setEntering] = useState(false);
  const [issuing, setIssuing] = useState<'some' | 'matching'>();
  const input = listInput(filters, table);
  const answer = useCall(product.sn, input, { live: 'none', keepsPrevious: true });
  const total = answer.data?.total ?? 0;
  const mayChange = [product.snIssue, product.snRestrict, product.snDel].some(mayCallNow);
  const chosen = useChosen<SnEntry>(
    ({ sn }) => sn,
    ({ sn }) => sn,
  );
  return (
    <Page
      actions={
        <>
          <Can call={product.snIssueMany}>
            <Button icon="signOut" onClick={() => setIssuing('some')}>
              {t('serial.many.open')}
            </Button>
          </Can>
          <Can call={product.snCreate}>
            <Button icon="plus" onClick={() => setEntering(true)} variant="primary">
              {t('serial.enter.open')}
            </Button>
          </Can>
        </>
      }
      filters={<SnFilters filterBy={filterBy} filters={filters} />}
      title={pageTitle('snList')}
    >
      <StockPanel filterBy={filterBy} filters={filters} />
      {chosen.rows.length > 0 && total > chosen.rows.length && mayCallNow(product.snIssueMany) && (
        <button className="hp-link-button" onClick={() => setIssuing('matching')} type="button">
          {t('serial.many.select', { count: formatNumber(total, 0) })}
        </button>
      )}
      <DataTable
        {...(mayChange ? { choice: chosen } : {})}
        {...(total <= EXPORT_MAX
          ? { fetchAll: () => allRows((page) => call(product.sn, { ...input, page })) }
          : {})}
        answer={answer}
        columns={snColumns()}
        empty={emptyWords(filters, () => filterBy(noFilters))}
        id="product.sn"
        label={pageTitle('snList')}
        onState={setTable}
        rowKey={(row) => row.sn}
        rows={answer.data?.list}
        state={table}
        total={total}
      />
      {chosen.rows.length > 0 && <SnBar onClear={chosen.clear} rows={chosen.rows} />}
      {issuing && (
        <IssueDialog
          filters={filters}
          isMatching={issuing === 'matching'}
          onClose={() => setIssuing(undefined)}
          total={total}
        />
      )}
      {isEntering && <EnterDialog onClose={() => setEntering(false)} />}
    </Page>
  );
}

function emptyWords(filters: Filters, clear: () => void): EmptyWords {
  if (!isFiltered(filters)) return { title: t('serial.none'), hint: t('serial.noneHint'), icon: 'list' };
  return noMatch(t('serial.noMatch'), clear, t('serial.noMatchHint'));
}
