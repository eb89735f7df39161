import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../../i18n.ts';

/** Asks before what was drawn is thrown away. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
  return (
    <Modal
      footer={
        <>
          <Button danger onClick={onLeave}>
            {t('form.discard')}
          </Button>
          <Button onClick={onStay} type="primary">
            {t('form.keep')}
          </Button>
        </>
      }
      onCancel={onStay}
      open
      title={t('form.unsaved')}
    />
  );
}
