import { type ReactNode, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import type { Column } from './DataTable.tsx';
import { saveRows } from './saveRows.ts';

interface ExportButtonProps<Row> {
  columns: readonly Column<Row>[];
  /** Also the name of the file. */
  name: string;
  fetchAll: () => Promise<readonly Row[]>;
}

/** Saves all rows of a list, not only the page on the screen. All columns are written, shown or not. */
export function ExportButton<Row>({ columns, name, fetchAll }: ExportButtonProps<Row>): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveRows(name, columns, await fetchAll());
    } catch {
      // The client has said what went wrong.
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      aria-busy={isBusy}
      className="hp-tool-button"
      disabled={isBusy}
      onClick={() => void save()}
      type="button"
    >
      <Icon name="download" size={16} />
      {isBusy ? t('table.exporting') : t('table.exportCsv')}
    </button>
  );
}
