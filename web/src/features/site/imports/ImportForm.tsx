import { IMPORT_BYTES, imports } from '@helioport/contract/imports';
import type { ImportedDays } from '@helioport/domain/historyImports';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
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

/** Chooses a file, shows what was recognized, and starts the import once everything is decided. */
export function ImportForm({ sid, isRunning }: { sid: string; isRunning: boolean }): ReactNode {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState('');
  const preview = useWrite(imports.preview, { quiet: true });
  const start = useWrite(imports.start, { quiet: true });
  const look = (file: File, choices: Choices, days: ImportedDays) => {
    setError('');
    if (file.size > IMPORT_BYTES) {
      setError(t('imports.tooLarge'));
      return;
    }
    preview.mutate(
      { sid, file, choices: JSON.stringify(choices), days },
      {
        onSuccess: (answer) => setChosen({ file, choices, days, preview: answer }),
        onError: (reason) => setError(reason.message),
      },
    );
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
  const isBusy = preview.isPending || start.isPending;
  const isUndecided =
    chosen !== null &&
    (!chosen.preview.hasUnits || (chosen.preview.isOrderOpen && chosen.choices.dateOrder === undefined));
  return (
    <div className="hp-import-form">
      <p>{t('imports.what')}</p>
      <div className="hp-import-actions">
        <FileButton
          accept={['.csv', '.txt', '.tsv', '.xlsx']}
          icon={<Icon name="up" size={16} />}
          isBusy={preview.isPending}
          label={t('imports.choose')}
          onFile={(file) => look(file, {}, 'missing')}
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
            isBusy={isBusy}
            onChange={(choices, days) => look(chosen.file, choices, days)}
            preview={chosen.preview}
          />
          <ImportSummary days={chosen.days} preview={chosen.preview} />
          {isRunning && <p className="hp-edit-hint">{t('imports.busy')}</p>}
          <div className="hp-import-actions">
            <Button
              disabled={isUndecided || isRunning || chosen.preview.days === 0 || preview.isPending}
              isBusy={start.isPending}
              onClick={() => begin(chosen)}
              variant="primary"
            >
              {t('imports.start')}
            </Button>
            <Button
              onClick={() => {
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
