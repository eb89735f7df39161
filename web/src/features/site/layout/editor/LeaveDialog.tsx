import type { ReactNode } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { Dialog } from '../../../../components/base/Dialog.tsx';
import { t } from '../../../../i18n.ts';

interface LeaveDialogProps {
  /** Name of the page whose changes would be discarded. */
  name: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes of a layout page are discarded. */
export function LeaveDialog({ name, onStay, onLeave }: LeaveDialogProps): ReactNode {
  return (
    <Dialog
      footer={
        <>
          <Button isDanger onClick={onLeave}>
            {t('form.discard')}
          </Button>
          <Button onClick={onStay} variant="primary">
            {t('form.keep')}
          </Button>
        </>
      }
      onClose={onStay}
      title={t('form.unsaved')}
    >
      <p>{t('layout.leave', { name })}</p>
    </Dialog>
  );
}
