// What can be done with all chosen devices.
import { t } from '../../../i18n.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import type { BulkAction, BulkRows } from '../../../solar/bulk/bulkAction.ts';
import { saveRows } from '../../../ui/table/saveRows.ts';
import { deviceColumns } from './deviceColumns.tsx';
import type { ListRow } from './deviceFilters.ts';

export const bulkRows: BulkRows<ListRow> = {
  keyOf: ({ device }) => device.sn,
  nameOf: ({ device }) => device.alias || device.sn,
  chosenWords: (count) => t('device.list.chosen', { count }),
  startWords: (count) => t('device.list.start', { count }),
};

/** `name`: of the page. */
export const bulkActions = (name: string): readonly BulkAction<ListRow>[] => [
  {
    ...{ key: 'export', title: 'table.exportCsv', icon: 'download' },
    save: (rows) => saveRows(pageTitle(name), deviceColumns(allFolded), rows),
  },
];

/** A file folds nothing. */
const allFolded = { isOpen: () => false, toggle: () => undefined };
