import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../api/query.ts';
import { bytesText } from '../../components/base/bytes.ts';
import { Tag } from '../../components/base/Tag.tsx';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { textColumn, timeColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { RowActions } from '../../components/table/RowActions.tsx';
import { tableInput, useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { DeleteDialog } from '../../session/DeleteDialog.tsx';
import { useServerTable } from '../../session/useServerTable.ts';
import { CampaignDrawer } from './CampaignDrawer.tsx';
import { stateWords } from './documents.ts';
import { type Firmware, firmwareName } from './ota.ts';

const { otaList, otaModels, otaEdit, otaDel, otaCampaignCreate } = configuration;
const KEPT_MS = 60_000;
const schema = urlFields({ q: text(100), model: text(80), sns: text(20_000) });

/** The files. */
export function FirmwareTable(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const { q, model, sns } = filters;
  const [open, setOpen] = useState<{ what: 'roll' | 'delete'; one: Firmware }>();
  const navigate = useNavigate();
  const models = useCall(otaModels, {}, { live: 'none', staleMs: KEPT_MS });
  const input = {
    filters: { keywords: q, model },
    ...tableInput(table, ['versionName', 'model', 'createdAt', 'bytes'] as const),
  };
  const listed = useServerTable(otaList, input, { table, setTable });
  const search = useCallback((typed: string) => filterBy({ q: typed }), [filterBy]);
  const acts = {
    mayEdit: useMayCall(otaEdit),
    mayDelete: useMayCall(otaDel),
    mayRoll: useMayCall(otaCampaignCreate),
    onOpen: (what: 'roll' | 'delete', one: Firmware) => setOpen({ what, one }),
  };
  const isFiltered = q !== '' || model !== '';
  return (
    <>
      {sns !== '' && <p role="status">{t('ota.forChosen')}</p>}
      <DataTable
        {...listed}
        columns={columnsOf(acts)}
        empty={
          isFiltered
            ? noMatch(t('ota.noMatch'), () => filterBy({ q: '', model: '' }))
            : { title: t('ota.none'), hint: t('ota.noneHint'), icon: 'download' }
        }
        id="ota.files"
        label={t('ota.files')}
        rowKey={(row) => String(row.id)}
        toolbar={
          <>
            <SearchBox label={t('ota.search')} onChange={search} value={q} />
            <SelectBox
              any={t('ota.anyModel')}
              label={t('ota.field.model')}
              onChange={(chosen) => filterBy({ model: chosen })}
              options={(models.data?.list ?? []).map((one) => ({ value: one.model, label: one.modelTitle }))}
              value={model}
            />
          </>
        }
      />
      {open?.what === 'roll' && (
        <CampaignDrawer
          firmware={open.one}
          sns={sns.replaceAll(',', '\n')}
          onBegun={(id) => void navigate(paths.otaCampaign(id))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog
          done={t('ota.deleted')}
          endpoint={otaDel}
          hint={t('ota.deleteHint')}
          input={{ id: open.one.id }}
          name={firmwareName(open.one)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface Acts {
  mayEdit: boolean;
  mayDelete: boolean;
  mayRoll: boolean;
  onOpen: (what: 'roll' | 'delete', one: Firmware) => void;
}

const columnsOf = ({ mayEdit, mayDelete, mayRoll, onOpen }: Acts): Column<Firmware>[] => [
  {
    key: 'versionName',
    title: t('ota.field.version'),
    isSortable: true,
    isFixed: true,
    render: (row) => <Link to={paths.otaFileEdit(row.id)}>{row.versionName}</Link>,
    text: (row) => row.versionName,
  },
  {
    key: 'model',
    title: t('ota.field.model'),
    isSortable: true,
    text: (row) => row.modelTitle,
  },
  textColumn('description', t('ota.field.description'), { isText: true }),
  textColumn('fileName', t('ota.field.file'), { isHiddenAtFirst: true }),
  {
    key: 'bytes',
    title: t('ota.field.size'),
    isSortable: true,
    isNumber: true,
    unit: 'B',
    render: (row) => bytesText(row.bytes),
    text: (row) => row.bytes,
  },
  {
    key: 'state',
    title: t('documentation.field.state'),
    render: (row) => (
      <>
        <Tag tone={row.isPublished ? 'good' : 'plain'}>{stateWords(row.isPublished)}</Tag>{' '}
        {row.isForced && <Tag tone="act">{t('ota.forced')}</Tag>}
      </>
    ),
    text: (row) => stateWords(row.isPublished),
  },
  timeColumn('createdAt', t('ota.field.createdAt'), { isSortable: true }),
  {
    key: 'actions',
    title: t('device.field.action'),
    isFixed: true,
    width: 190,
    render: (row) => {
      const name = firmwareName(row);
      return (
        <RowActions
          actions={[
            mayRoll && {
              label: t('campaign.newNamed', { name }),
              words: t('campaign.new'),
              icon: 'signal',
              onClick: () => onOpen('roll', row),
            },
            mayEdit && { label: t('form.editNamed', { name }), icon: 'edit', to: paths.otaFileEdit(row.id) },
            mayDelete &&
              row.campaigns === 0 && {
                label: t('form.deleteNamed', { name }),
                icon: 'clear',
                isDanger: true,
                onClick: () => onOpen('delete', row),
              },
          ]}
          name={name}
        />
      );
    },
  },
];
