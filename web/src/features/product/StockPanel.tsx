// Where the serial numbers are: how many in stock, at dealers, installed and returned, in total and by company.
import { product } from '@helioport/contract/product';
import { stockPlaces } from '@helioport/contract/productSerials';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Panel } from '../../components/base/Panel.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { LongTable } from '../../components/table/LongTable.tsx';
import { t } from '../../i18n.ts';
import type { Filters } from './serials.ts';

interface StockPanelProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
}

/** The stock of the selected model; a click on a number filters the list below. */
export function StockPanel({ filters, filterBy }: StockPanelProps): ReactNode {
  const answer = useCall(
    product.snStock,
    { filters: { model: filters.model } },
    { live: 'none', keepsPrevious: true },
  );
  const { data } = answer;
  return (
    <Panel answer={answer} height={64} title={t('serial.stock.title')}>
      {data && (
        <>
          <fieldset className="hp-sn-stock">
            <legend className="hp-unseen">{t('serial.stock.title')}</legend>
            {stockPlaces.map((place) => (
              <button
                aria-pressed={filters.stock === place}
                key={place}
                onClick={() => filterBy({ stock: filters.stock === place ? '' : place })}
                type="button"
              >
                <b>{formatNumber(data.total[place], 0)}</b>
                <span>{t(`serial.stock.${place}`)}</span>
              </button>
            ))}
          </fieldset>
          {data.list.length > 1 && <ByCompany filterBy={filterBy} rows={data.list} />}
        </>
      )}
    </Panel>
  );
}

type Row = NonNullable<ReturnType<typeof useCall<typeof product.snStock>>['data']>['list'][number];

function ByCompany({
  rows,
  filterBy,
}: {
  rows: readonly Row[];
  filterBy: StockPanelProps['filterBy'];
}): ReactNode {
  const columns = [...stockPlaces, 'total'] as const;
  const cells = (row: Row) => (
    <>
      <th scope="row">
        {row.companyId === 0 ? (
          t('serial.toNobody')
        ) : (
          <button
            className="hp-link-button"
            onClick={() => filterBy({ company: String(row.companyId) })}
            type="button"
          >
            {row.companyName}
          </button>
        )}
      </th>
      {columns.map((column) => (
        <td className="hp-number" key={column}>
          {formatNumber(row[column], 0)}
        </td>
      ))}
    </>
  );
  return (
    <details className="hp-sn-companies">
      <summary>{t('serial.stock.byCompany')}</summary>
      <LongTable
        cells={(at) => cells(rows[at]!)}
        className="hp-sn-rows"
        count={rows.length}
        head={
          <>
            <th scope="col">{t('serial.field.company')}</th>
            {columns.map((column) => (
              <th className="hp-number" key={column} scope="col">
                {t(`serial.stock.${column}`)}
              </th>
            ))}
          </>
        }
        keyOf={(at) => rows[at]!.companyId}
        label={t('serial.stock.byCompany')}
      />
    </details>
  );
}
