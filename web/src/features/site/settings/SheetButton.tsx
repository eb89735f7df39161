import { device } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Icon } from '../../../components/base/Icon.tsx';
import { FileButton } from '../../../components/form/FileButton.tsx';
import { sheetRefusal } from '../../../components/form/fileRules.ts';
import { t } from '../../../i18n.ts';
import type { SerialEntry } from './serialList.ts';

/** Reads serials from a sheet; the rows come into the list as if they had been typed, with what is wrong with each. */
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
        icon={<Icon name="up" size={16} />}
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
