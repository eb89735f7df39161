import { LONG_DAYS } from '@helioport/contract/deviceDownloads';
import { dayNumber } from '@helioport/domain/periods';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n.ts';
import { Button } from '../../base/Button.tsx';
import type { FileKind } from '../../table/saveRows.ts';
import type { Read } from '../reading.ts';
import type { Days } from './historySpan.ts';
import { PrepareDialog } from './PrepareDialog.tsx';
import { saveHistory } from './saveHistory.ts';

interface HistoryExportProps {
  sid: string;
  sn: string;
  days: Days;
  ids: readonly string[];
  name: string;
  read: Read;
}

/** Saves the period as a file, with progress and a way to stop; a long period can be prepared on the server instead. */
export function HistoryExport({ sid, sn, days, ids, name, read }: HistoryExportProps): ReactNode {
  const [count, setCount] = useState<number>();
  const [isPreparing, setPreparing] = useState(false);
  const isLong = dayNumber(days.to) - dayNumber(days.from) >= LONG_DAYS;
  const rangeDate = `${days.from}~${days.to}`;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (kind: FileKind) => {
    const own = new AbortController();
    running.current = own;
    setCount(0);
    try {
      await saveHistory(
        { sid, sn, rangeDate },
        {
          name,
          kind,
          ids,
          read,
          onRows: setCount,
          signal: own.signal,
          timeHead: t('site.history.timeHead'),
          statusHead: t('site.history.status'),
        },
      );
    } catch {
      // The client has already shown the error; a user who stopped the export needs no message.
    } finally {
      setCount(undefined);
    }
  };
  if (count === undefined) {
    return (
      <>
        <Button icon="download" onClick={() => void save('csv')} variant="text">
          {t('table.exportCsv')}
        </Button>
        <Button aria-label={t('table.exportXlsx')} onClick={() => void save('xlsx')} variant="text">
          XLSX
        </Button>
        {isLong && (
          <Button icon="clock" onClick={() => setPreparing(true)} variant="text">
            {t('site.history.file.prepare')}
          </Button>
        )}
        {isPreparing && (
          <PrepareDialog
            ids={ids}
            onClose={() => setPreparing(false)}
            rangeDate={rangeDate}
            sid={sid}
            sn={sn}
          />
        )}
      </>
    );
  }
  return (
    <span className="hp-history-progress">
      <span role="status">{t('site.history.exported', { count })}</span>
      <Button onClick={() => running.current?.abort()} isSmall>
        {t('form.cancel')}
      </Button>
    </span>
  );
}
