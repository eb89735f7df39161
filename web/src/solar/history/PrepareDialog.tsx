import { device } from '@helioport/contract/device';
import { downloadFormats } from '@helioport/contract/deviceDownloads';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { toast } from '../../ui/base/Toaster.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { Segments } from '../../ui/form/Segments.tsx';

interface PrepareDialogProps {
  sid: string;
  sn: string;
  rangeDate: string;
  ids: readonly string[];
  onClose: () => void;
}

/** Has a long span written into a file while the person does something else. */
export function PrepareDialog({ onClose, ids, ...asked }: PrepareDialogProps): ReactNode {
  const [format, setFormat] = useState<(typeof downloadFormats)[number]>('csv');
  const begin = useWrite(device.downloadBegin, { quiet: true });
  return (
    <FormDialog
      form={{ isBusy: begin.isPending, refusal: begin.error?.message ?? '' }}
      onClose={onClose}
      onSubmit={() =>
        begin.mutate(
          { ...asked, format, columns: [...ids] },
          {
            onSuccess: () => {
              toast(t('site.history.file.begun'), 'success');
              onClose();
            },
          },
        )
      }
      submit={t('site.history.file.submit')}
      title={t('site.history.file.prepare')}
    >
      <Segments
        label={t('site.history.file.format')}
        onChange={setFormat}
        options={downloadFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={format}
      />
      <p className="hp-muted">{t('site.history.file.hint')}</p>
    </FormDialog>
  );
}
