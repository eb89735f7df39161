import { device } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { FileButton } from '../../../components/form/FileButton.tsx';
import { sheetRefusal } from '../../../components/form/fileRules.ts';
import { t } from '../../../i18n.ts';
import type { SerialEntry } from './serialList.ts';

/** Imports serial numbers from a spreadsheet; the rows are added to the list as if typed, with their errors. */
export function SheetButton({ onRead }: { onRead: (entries: SerialEntry[]) => void }): ReactNode {
  const [error, setError] = useState('');
  const upload = useWrite(device.sheet, { quiet: true });
  const send = (file: File) => {
    const refusal = sheetRefusal(file);
    setError(refusal);
    if (refusal !== '') return;
    upload.mutate(
      { file },
      {
        onSuccess: ({ list }) => onRead(list.map(({ sn, alias }) => ({ sn, alias }))),
        onError: (reason) => setError(reason.message),
      },
    );
  };
  return (
    <>
      <FileButton
        accept={['.xlsx']}
        icon="up"
        isBusy={upload.isPending}
        label={t('site.serials.sheet')}
        onFile={send}
      >
        {t('site.serials.sheet')}
      </FileButton>
      {error !== '' && (
        <p className="hp-edit-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
