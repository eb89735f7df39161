import { product } from '@helioport/contract/product';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { textColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { kindOptions, type Product } from './product.ts';
import './product.css';

const schema = urlFields({ q: text(100), kind: text(20) });
const sortable = ['model', 'modelName', 'kind', 'inputs', 'ratedPower', 'maker'] as const;

/** The models that are sold: those that come with the portal, and the operator's own. */
export default function ProductsPage(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const [leaving, setLeaving] = useState<Product>();
  const mayDelete = useMayCall(product.del);
  const navigate = useNavigate();
  const input = { filters: { keywords: filters.q, kind: filters.kind }, ...tableInput(table, sortable) };
  const listed = useServerTable(product.list, input, { table, setTable });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <Page
      actions={
        <Can call={product.create}>
          <Button icon="plus" onClick={() => void navigate(paths.productEdit())} variant="primary">
            {t('product.create.open')}
          </Button>
        </Can>
      }
      filters={
        <>
          <SearchBox label={t('product.search')} onChange={search} value={filters.q} />
          <SelectBox
            any={t('product.anyKind')}
            label={t('product.field.kind')}
            onChange={(kind) => filterBy({ kind })}
            options={kindOptions()}
            value={filters.kind}
          />
        </>
      }
      title={pageTitle('products')}
    >
      <DataTable
        {...listed}
        columns={columnsOf(mayDelete ? setLeaving : undefined)}
        empty={noMatch(t('product.noMatch'), () => filterBy({ q: '', kind: '' }))}
        id="product.list"
        label={pageTitle('products')}
        rowKey={(row) => String(row.model)}
        rowPath={(row) => paths.productEdit(row.model)}
      />
      {leaving && <DeleteProductDialog onClose={() => setLeaving(undefined)} product={leaving} />}
    </Page>
  );
}

const columnsOf = (onDelete: ((row: Product) => void) | undefined): Column<Product>[] => [
  {
    key: 'modelName',
    title: t('product.field.modelName'),
    isSortable: true,
    isFixed: true,
    render: (row) => (
      <span className="hp-tag-row">
        {row.picture !== '' && <img alt="" className="hp-product-thumb" src={row.picture} />}
        <Link className="hp-row-name" to={paths.productEdit(row.model)}>
          {row.modelName}
        </Link>
        {row.isBuiltIn && <Tag>{t('product.builtIn')}</Tag>}
      </span>
    ),
    text: (row) => row.modelName,
  },
  {
    key: 'kind',
    title: t('product.field.kind'),
    isSortable: true,
    text: (row) => row.kindTitle,
  },
  {
    key: 'inputs',
    title: t('product.field.inputs'),
    isSortable: true,
    isNumber: true,
    render: (row) => (row.inputs === 0 ? '–' : formatNumber(row.inputs, 0)),
    text: (row) => row.inputs,
  },
  {
    key: 'ratedPower',
    title: t('product.field.ratedPower'),
    unit: 'W',
    isSortable: true,
    isNumber: true,
    render: (row) => (row.ratedPower === 0 ? '–' : `${formatNumber(row.ratedPower, 0)} W`),
    text: (row) => row.ratedPower,
  },
  textColumn('maker', t('product.field.maker'), { isSortable: true }),
  {
    key: 'model',
    title: t('product.field.model'),
    isSortable: true,
    isNumber: true,
    isHiddenAtFirst: true,
    render: (row) => String(row.model),
    text: (row) => row.model,
  },
  {
    key: 'serials',
    title: t('product.field.serials'),
    isNumber: true,
    render: (row) =>
      row.serials === 0 ? (
        '–'
      ) : (
        <Link to={paths.snList({ model: String(row.model) })}>{formatNumber(row.serials, 0)}</Link>
      ),
    text: (row) => row.serials,
  },
  ...(onDelete
    ? [
        {
          key: 'actions',
          title: t('product.field.actions'),
          render: (row: Product) => (
            <RowActions
              actions={[
                !row.isBuiltIn && {
                  label: t('form.deleteNamed', { name: row.modelName }),
                  icon: 'clear',
                  isDanger: true,
                  onClick: () => onDelete(row),
                },
              ]}
              name={row.modelName}
            />
          ),
        },
      ]
    : []),
];
