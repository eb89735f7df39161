import { configuration } from '@helioport/contract/configuration';
import { languages } from '@helioport/domain/languages';
import { type ReactNode, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { choice, text, type UrlValues, urlFields, whole } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { timeColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can, useMayCall } from '../../session/Can.tsx';
import { DeleteDialog } from '../../session/DeleteDialog.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import {
  type Document,
  languageOptions,
  languageTitle,
  productTitle,
  stateWords,
  useProductOptions,
} from './documents.ts';

const { documentationList: list, documentationCreate, documentationDel, documentationEdit } = configuration;

const schema = urlFields({
  q: text(100),
  language: choice(['', ...languages.map(({ webCode }) => webCode as string)], ''),
  product: text(60),
  state: choice(['', 'published', 'unpublished'], ''),
  doc: whole(0, 1e12, 0),
});

type Filters = UrlValues<typeof schema>;

const none = { q: '', language: '', product: '', state: '' } as const;

/** Manuals and notes about products, with full-text search. */
export default function DocumentListPage(): ReactNode {
  const { filters, setFilters, filterBy, table, setTable } = useFilteredTable(schema);
  const { q, language, product, state } = filters;
  const [deleting, setDeleting] = useState<Document>();
  const navigate = useNavigate();
  const mayEdit = useMayCall(documentationEdit);
  const mayDelete = useMayCall(documentationDel);
  const input = {
    filters: {
      keywords: q,
      language,
      product,
      is_published: state === '' ? null : String(state === 'published'),
    },
    ...tableInput(table, ['title', 'language', 'product', 'updatedAt'] as const),
  };
  const listed = useServerTable(list, input, { table, setTable });
  const isFiltered = [q, language, product, state].some((value) => value !== '');
  return (
    <Page
      actions={
        <Can call={documentationCreate}>
          <Button icon="plus" onClick={() => void navigate(paths.documentEdit())} variant="primary">
            {t('documentation.new')}
          </Button>
        </Can>
      }
      filters={<FilterLine filterBy={filterBy} filters={filters} mayEdit={mayEdit} />}
      title={pageTitle('documentation')}
    >
      <DataTable
        {...listed}
        columns={columnsOf({
          mayEdit,
          mayDelete,
          onOpen: (doc) => setFilters({ doc }, { isStep: true }),
          onDelete: setDeleting,
        })}
        empty={
          isFiltered
            ? noMatch(t('documentation.noMatch'), () => filterBy(none))
            : { title: t('documentation.none'), hint: t('documentation.noneHint'), icon: 'document' }
        }
        id="documentation"
        label={pageTitle('documentation')}
        rowKey={(row) => String(row.id)}
      />
      {filters.doc > 0 && <DocumentDrawer id={filters.doc} onClose={() => setFilters({ doc: 0 })} />}
      {deleting && (
        <DeleteDialog
          done={t('documentation.deleted')}
          endpoint={documentationDel}
          hint={t('documentation.deleteHint')}
          input={{ id: deleting.id }}
          name={deleting.title}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Page>
  );
}

interface FilterLineProps {
  filters: Filters;
  filterBy: (patch: Partial<Filters>) => void;
  mayEdit: boolean;
}

function FilterLine({ filters, filterBy, mayEdit }: FilterLineProps): ReactNode {
  const products = useProductOptions();
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <>
      <SearchBox label={t('documentation.search')} onChange={search} value={filters.q} />
      <SelectBox
        any={t('documentation.anyLanguage')}
        label={t('documentation.field.language')}
        onChange={(language) => filterBy({ language })}
        options={languageOptions}
        value={filters.language}
      />
      <SelectBox
        any={t('documentation.anyProduct')}
        label={t('documentation.field.product')}
        onChange={(product) => filterBy({ product })}
        options={products}
        value={filters.product}
      />
      {mayEdit && (
        <SelectBox
          any={t('documentation.anyState')}
          label={t('documentation.field.state')}
          onChange={(state) => filterBy({ state: state as Filters['state'] })}
          options={[
            { value: 'published', label: stateWords(true) },
            { value: 'unpublished', label: stateWords(false) },
          ]}
          value={filters.state}
        />
      )}
    </>
  );
}

interface Acts {
  mayEdit: boolean;
  mayDelete: boolean;
  onOpen: (id: number) => void;
  onDelete: (row: Document) => void;
}

function columnsOf({ mayEdit, mayDelete, onOpen, onDelete }: Acts): Column<Document>[] {
  const columns: Column<Document>[] = [
    {
      key: 'title',
      title: t('documentation.field.title'),
      isSortable: true,
      isFixed: true,
      render: (row) => (
        <button className="hp-link-button" onClick={() => onOpen(row.id)} type="button">
          {row.title}
        </button>
      ),
      text: (row) => row.title,
    },
    {
      key: 'language',
      title: t('documentation.field.language'),
      isSortable: true,
      text: (row) => languageTitle(row.language),
    },
    {
      key: 'product',
      title: t('documentation.field.product'),
      isSortable: true,
      text: (row) => productTitle(row.product),
    },
    {
      key: 'files',
      title: t('documentation.field.files'),
      render: (row) => (row.files.length === 0 ? '–' : row.files.map(({ name }) => name).join(', ')),
      text: (row) => row.files.map(({ name }) => name).join(', '),
    },
    timeColumn('updatedAt', t('documentation.field.updatedAt'), { isSortable: true }),
  ];
  if (!mayEdit && !mayDelete) return columns;
  return [
    ...columns,
    {
      key: 'state',
      title: t('documentation.field.state'),
      render: (row) => <Tag tone={row.isPublished ? 'good' : 'plain'}>{stateWords(row.isPublished)}</Tag>,
      text: (row) => stateWords(row.isPublished),
    },
    {
      key: 'actions',
      title: t('device.field.action'),
      isFixed: true,
      render: (row) => (
        <RowActions
          actions={[
            mayEdit && {
              label: t('form.editNamed', { name: row.title }),
              words: t('form.edit'),
              icon: 'edit',
              to: paths.documentEdit(row.id),
            },
            mayDelete && {
              label: t('form.deleteNamed', { name: row.title }),
              icon: 'clear',
              isDanger: true,
              onClick: () => onDelete(row),
            },
          ]}
          name={row.title}
        />
      ),
    },
  ];
}
