import { IMPORT_BYTES, imports } from '@helioport/contract/imports';
import type { ImportedDays } from '@helioport/domain/historyImports';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { FileButton } from '../../../components/form/FileButton.tsx';
import { t } from '../../../i18n.ts';
import { type Choices, ImportMapping, type Preview } from './ImportMapping.tsx';
import { ImportSummary } from './ImportSummary.tsx';

interface Chosen {
  file: File;
  choices: Choices;
  days: ImportedDays;
  preview: Preview;
}

/** Several corrections in a row are previewed together. */
const SETTLE_MS = 400;

/** Chooses a file, shows what was recognized, and starts the import once everything is decided. */
export function ImportForm({ sid, isRunning }: { sid: string; isRunning: boolean }): ReactNode {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState('');
  /** The preview does not yet show the latest choices. */
  const [isStale, setStale] = useState(false);
  const preview = useWrite(imports.preview, { quiet: true });
  const start = useWrite(imports.start, { quiet: true });
  const requests = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** Previews a file; only the answer to the latest request counts. */
  const look = (next: Omit<Chosen, 'preview'>, waitMs: number) => {
    setError('');
    if (next.file.size > IMPORT_BYTES) {
      setError(t('imports.tooLarge'));
      return;
    }
    const request = ++requests.current;
    setStale(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      preview
        .mutateAsync({ sid, file: next.file, choices: JSON.stringify(next.choices), days: next.days })
        .then((answer) => {
          if (request === requests.current) setChosen({ ...next, preview: answer });
        })
        .catch((reason: Error) => {
          if (request === requests.current) setError(reason.message);
        })
        .finally(() => {
          if (request === requests.current) setStale(false);
        });
    }, waitMs);
  };
  const begin = ({ file, choices, days }: Chosen) => {
    setError('');
    start.mutate(
      { sid, file, choices: JSON.stringify(choices), days },
      {
        onSuccess: () => {
          toast(t('imports.started'), 'success');
          setChosen(null);
        },
        onError: (reason) => setError(reason.message),
      },
    );
  };
  const isUndecided =
    chosen !== null &&
    (!chosen.preview.hasUnits || (chosen.preview.isOrderOpen && chosen.choices.dateOrder === undefined));
  return (
    <div className="hp-import-form">
      <p>{t('imports.what')}</p>
      <div className="hp-import-actions">
        <FileButton
          accept={['.csv', '.txt', '.tsv', '.xlsx']}
          icon="up"
          isBusy={isStale}
          label={t('imports.choose')}
          onFile={(file) => look({ file, choices: {}, days: 'missing' }, 0)}
        >
          {t('imports.choose')}
        </FileButton>
        {chosen && <strong className="hp-import-name">{chosen.file.name}</strong>}
      </div>
      {error !== '' && (
        <p className="hp-edit-error" role="alert">
          {error}
        </p>
      )}
      {chosen && (
        <>
          <ImportMapping
            choices={chosen.choices}
            days={chosen.days}
            isBusy={isStale || start.isPending}
            onChange={(choices, days) => {
              setChosen({ ...chosen, choices, days });
              look({ file: chosen.file, choices, days }, SETTLE_MS);
            }}
            preview={chosen.preview}
          />
          <ImportSummary days={chosen.days} preview={chosen.preview} />
          {isRunning && <p className="hp-edit-hint">{t('imports.busy')}</p>}
          <div className="hp-import-actions">
            <Button
              disabled={isUndecided || isRunning || chosen.preview.days === 0 || isStale}
              isBusy={start.isPending}
              onClick={() => begin(chosen)}
              variant="primary"
            >
              {t('imports.start')}
            </Button>
            <Button
              onClick={() => {
                requests.current++;
                window.clearTimeout(timer.current);
                setStale(false);
                setChosen(null);
                setError('');
              }}
            >
              {t('ui.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
