import { device } from '@helioport/contract/device';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Icon } from '../../../ui/base/Icon.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import type { SerialEntry } from './serialList.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads serials from a sheet; the rows come into the list as if they had been typed, with what is wrong with each. */
export function SheetButton({ onRead }: { onRead: (entries: SerialEntry[]) => void }): ReactNode {
  const [error, setError] = useState('');
  const upload = useWrite(device.sheet, { quiet: true });
  const send = (file: File) => {
    if (!/\.xlsx$/i.test(file.name)) return setError(t('site.serials.sheetWrong'));
    if (file.size > MAX_BYTES) return setError(t('site.edit.pictureTooLarge'));
    setError('');
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
