// A spreadsheet with serial numbers: chosen from the computer, with a template to start from.

import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { FileButton } from '../../components/form/FileButton.tsx';
import { sheetRefusal } from '../../components/form/fileRules.ts';
import { t } from '../../i18n.ts';
import { saveSerialSheet } from './serialSheet.ts';

/** The error of the file; undefined if there is none. */
export function sheetError(file: File | undefined): string | undefined {
  if (!file) return t('login.required');
  return sheetRefusal(file) || undefined;
}

interface SheetFieldProps {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}

export function SheetField({ file, error, onFile }: SheetFieldProps): ReactNode {
  return (
    <div className="hp-edit-field">
      <div className="hp-sn-file">
        <FileButton
          accept={['.xlsx']}
          icon="up"
          isBusy={false}
          label={t('serial.enter.sheet')}
          onFile={onFile}
        >
          {file?.name ?? t('serial.enter.choose')}
        </FileButton>
        <Button
          icon="download"
          onClick={() => void saveSerialSheet(t('serial.sheet.templateName'), [], [])}
          variant="text"
        >
          {t('serial.sheet.template')}
        </Button>
      </div>
      <p className="hp-edit-hint">{t('serial.enter.sheetHint')}</p>
      {error && (
        <p className="hp-edit-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
