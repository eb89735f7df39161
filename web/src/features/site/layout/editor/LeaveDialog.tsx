import type { ReactNode } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { Dialog } from '../../../../components/base/Dialog.tsx';
import { t } from '../../../../i18n.ts';

/** Asks before unsaved changes are discarded. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
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
    />
  );
}
