import { device } from '@helioport/contract/device';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Icon } from '../../../ui/base/Icon.tsx';
import type { SerialEntry } from './serialList.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads serials from a sheet; the rows come into the list as if they had been typed, with what is wrong with each. */
export function SheetButton({ onRead }: { onRead: (entries: SerialEntry[]) => void }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
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
      <input
        accept=".xlsx"
        aria-label={t('site.serials.sheet')}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) send(file);
          event.target.value = '';
        }}
        ref={picker}
        type="file"
      />
      <Button
        icon={<Icon name="up" size={16} />}
        loading={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        {t('site.serials.sheet')}
      </Button>
      {error !== '' && (
        <p className="hp-edit-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
