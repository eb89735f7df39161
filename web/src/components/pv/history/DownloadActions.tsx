import { device } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Button } from '../../base/Button.tsx';
import { Confirm } from '../../base/Confirm.tsx';
import { type Download, fetchDownload, isOpen, spanOf } from './downloads.ts';

/** What can be done with a file: saved when it is written, stopped before, and deleted. */
export function DownloadActions({ file }: { file: Download }): ReactNode {
  const remove = useWrite(device.downloadDel);
  const of = `${file.sn}, ${spanOf(file)}, ${file.format.toUpperCase()}`;
  if (isOpen(file))
    return (
      <Button
        aria-label={t('public.labelled', { label: t('site.bulk.stop'), value: of })}
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ id: file.id })}
        isSmall
      >
        {t('site.bulk.stop')}
      </Button>
    );
  return (
    <span className="hp-history-file-actions">
      {file.state === 'done' && (
        <Button
          aria-label={t('public.labelled', { label: t('form.save'), value: of })}
          icon="download"
          // The client has already shown the error.
          onClick={() => void fetchDownload(file).catch(() => undefined)}
          isSmall
        >
          {t('form.save')}
        </Button>
      )}
      <Confirm
        submit={t('form.delete')}
        onConfirm={() => remove.mutate({ id: file.id })}
        title={t('site.history.file.deleteAsk')}
      >
        <Button aria-label={t('public.labelled', { label: t('form.delete'), value: of })} isSmall>
          {t('form.delete')}
        </Button>
      </Confirm>
    </span>
  );
}
