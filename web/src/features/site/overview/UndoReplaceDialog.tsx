import { device } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Dialog } from '../../../components/base/Dialog.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';
import type { Retired } from './ReplacedDevices.tsx';

interface UndoReplaceDialogProps {
  sid: string;
  row: Retired;
  onClose: () => void;
}

/** Asks before a replacement is undone. */
export default function UndoReplaceDialog({
  sid,
  row: { sn, bySn },
  onClose,
}: UndoReplaceDialogProps): ReactNode {
  const undo = useWrite(device.replaceUndo, { refreshes: ['site', 'overview'] });
  // The dialog unmounts with the last replaced device, and a callback of `mutate` would not run.
  const submit = async () => {
    await undo.mutateAsync({ sid, sn });
    toast(t('site.replace.undone', { sn }), 'success');
    onClose();
  };
  return (
    <Dialog
      isBusy={undo.isPending}
      submit={t('site.replace.undo')}
      onClose={onClose}
      onSubmit={() => void submit().catch(() => undefined)}
      title={t('site.replace.undoOf', { sn })}
    >
      <p>{t('site.replace.undoQuestion', { sn, device: bySn })}</p>
    </Dialog>
  );
}
