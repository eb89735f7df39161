// What can be done with all chosen devices.
import { configuration } from '@helioport/contract/configuration';
import { device } from '@helioport/contract/device';
import { call } from '../../../api/client.ts';
import { type BulkAction, type BulkRows, typedCount } from '../../../components/pv/bulk/bulkAction.ts';
import { saveRows } from '../../../components/table/saveRows.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { deviceColumns } from './deviceColumns.tsx';
import type { ListRow } from './deviceFilters.ts';

export const bulkRows: BulkRows<ListRow> = {
  keyOf: ({ device: { sn } }) => sn,
  nameOf: ({ device: { alias, sn } }) => alias || sn,
  chosenWords: (count) => t('device.list.chosen', { count }),
  startWords: (count) => t('device.list.start', { count }),
};

/** Exports are never collapsed. */
const allCollapsed = { isOpen: () => false, toggle: () => undefined };

const named = ({ device: { sn, sid } }: ListRow) => ({ sn, sid });

/** `name`: of the page; `goTo` leaves it for another address. */
export const bulkActions = (name: string, goTo: (path: string) => void): readonly BulkAction<ListRow>[] => [
  {
    key: 'export',
    title: 'table.exportCsv',
    icon: 'download',
    save: (rows) => void saveRows(pageTitle(name), deviceColumns(allCollapsed), rows),
  },
  {
    key: 'rollOut',
    title: 'device.act.rollOut',
    icon: 'up',
    needs: configuration.otaCampaignCreate,
    // Commands address a composite device as a whole.
    save: (rows) =>
      goTo(paths.otaFilesFor([...new Set(rows.map(({ device: { sn, parent } }) => parent ?? sn))])),
  },
  {
    key: 'black',
    title: 'device.act.black',
    icon: 'lock',
    needs: device.joinBlack,
    confirmation: {
      hint: 'device.act.blackHint',
      fields: [{ name: 'reason', kind: 'text', label: () => t('device.act.reason') }],
      start: { reason: '' },
      run: (row, { reason }) =>
        call(device.joinBlack, { ...named(row), reason: String(reason) }, { quiet: true }),
    },
  },
  {
    key: 'white',
    title: 'device.act.white',
    icon: 'check',
    needs: device.removeBlack,
    confirmation: {
      hint: 'device.act.whiteHint',
      fields: [],
      start: {},
      run: (row) => call(device.removeBlack, named(row), { quiet: true }),
    },
  },
  {
    key: 'delete',
    title: 'device.act.delete',
    icon: 'clear',
    needs: device.delete,
    confirmation: {
      hint: 'device.act.deleteHint',
      ...typedCount(
        (total) => t('device.act.typeCount', { total }),
        (total) => t('site.bulk.wrongCount', { total }),
      ),
      run: (row) => call(device.delete, named(row), { quiet: true }),
      isFinal: true,
    },
  },
];
