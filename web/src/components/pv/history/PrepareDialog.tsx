import { device } from '@helioport/contract/device';
import { downloadFormats } from '@helioport/contract/deviceDownloads';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { Segments } from '../../form/Segments.tsx';

interface PrepareDialogProps {
  sid: string;
  sn: string;
  rangeDate: string;
  ids: readonly string[];
  onClose: () => void;
}

/** Requests a file of a long period, which the server writes in the background. */
export function PrepareDialog({ onClose, ids, ...input }: PrepareDialogProps): ReactNode {
  const form = useDraft<{ format: (typeof downloadFormats)[number] }>({ format: 'csv' });
  const begin = useWrite(device.downloadBegin, { quiet: true });
  return (
    <DraftDialog
      done={t('site.history.file.begun')}
      form={form}
      onClose={onClose}
      submit={t('site.history.file.submit')}
      title={t('site.history.file.prepare')}
      work={({ format }) => begin.mutateAsync({ ...input, format, columns: [...ids] })}
    >
      <Segments
        label={t('site.history.file.format')}
        onChange={(format) => form.change({ format })}
        options={downloadFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={form.draft.format}
      />
      <p className="hp-muted">{t('site.history.file.hint')}</p>
    </DraftDialog>
  );
}
