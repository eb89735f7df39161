import { type ReactNode, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import type { Column } from './DataTable.tsx';
import { type FileKind, saveRows } from './saveRows.ts';

interface ExportButtonProps<Row> {
  columns: readonly Column<Row>[];
  /** Also the name of the file. */
  name: string;
  fetchAll: () => Promise<readonly Row[]>;
}

/** Saves all rows of a list, not only the visible page, with all columns. */
export function ExportButton<Row>({ columns, name, fetchAll }: ExportButtonProps<Row>): ReactNode {
  const [busy, setBusy] = useState<FileKind>();
  const save = async (kind: FileKind) => {
    setBusy(kind);
    try {
      await saveRows(name, columns, await fetchAll(), kind);
    } catch {
      // The client has already shown the error.
    } finally {
      setBusy(undefined);
    }
  };
  return (['csv', 'xlsx'] as const).map((kind) => (
    <button
      aria-busy={busy === kind}
      aria-label={kind === 'xlsx' && busy !== kind ? t('table.exportXlsx') : undefined}
      className="hp-tool-button"
      disabled={busy !== undefined}
      key={kind}
      onClick={() => void save(kind)}
      type="button"
    >
      {kind === 'csv' && <Icon name="download" size={16} />}
      {busy === kind ? t('table.exporting') : kind === 'csv' ? t('table.exportCsv') : 'XLSX'}
    </button>
  ));
}
