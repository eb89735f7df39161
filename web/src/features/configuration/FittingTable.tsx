import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useCallback } from 'react';
import { Tag } from '../../components/base/Tag.tsx';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { sitePlainColumn, textColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { type Firmware, toneOf } from './ota.ts';

const { otaListSn } = configuration;
type Row = OutputOf<typeof otaListSn>['list'][number];

const schema = urlFields({ q: text(100) });

/** The compatible devices of a firmware with their installed version, and those that cannot be updated remotely. */
export function FittingTable({ firmware }: { firmware: Firmware }): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const input = {
    id: firmware.id,
    filters: { keywords: filters.q },
    page: { size: table.size, num: table.page - 1 },
  };
  const listed = useServerTable(otaListSn, input, { table, setTable });
  const search = useCallback((q: string) => filterBy({ q }), [filterBy]);
  return (
    <section>
      <h2 className="hp-section-title">{t('ota.fits')}</h2>
      <DataTable
        {...listed}
        columns={columns()}
        empty={{ title: t('ota.fitsNone'), icon: 'device' }}
        id="ota.fits"
        label={t('ota.fits')}
        rowKey={(row) => row.sn}
        toolbar={<SearchBox label={t('ota.search')} onChange={search} value={filters.q} />}
      />
    </section>
  );
}

const remoteWords = (isRemote: boolean): string => (isRemote ? t('ota.remoteYes') : t('ota.remoteNo'));

const columns = (): Column<Row>[] => [
  textColumn('sn', t('site.field.sn'), { isFixed: true }),
  sitePlainColumn(),
  textColumn('version', t('ota.runs')),
  {
    key: 'isRemote',
    title: t('ota.remote'),
    text: (row) => remoteWords(row.isRemote),
  },
  {
    key: 'state',
    title: t('campaign.field.state'),
    render: (row) => (row.state === '' ? '–' : <Tag tone={toneOf(row.state)}>{row.stateTitle}</Tag>),
    text: (row) => row.stateTitle,
  },
];
