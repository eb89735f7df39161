import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { Dialog } from '../../base/Dialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { ParameterChange } from './parameterValues.ts';

interface ReviewDialogProps {
  name: string;
  changes: readonly ParameterChange[];
  isBusy: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** Shows the changes to be sent, old and new value. */
export function ReviewDialog({ name, changes, isBusy, onClose, onSend }: ReviewDialogProps): ReactNode {
  return (
    <Dialog
      isBusy={isBusy}
      submit={t('parameter.send')}
      onClose={onClose}
      onSubmit={onSend}
      title={t('parameter.reviewTitle', { device: name })}
    >
      <ChangeList
        changes={changes.map(({ parameter: { key, value: now }, value: wanted }) => ({ key, now, wanted }))}
      />
      {changes.some(({ parameter }) => parameter.needsSecond) && (
        <p>
          <strong>{t('parameter.reviewSecond')}</strong>
        </p>
      )}
      <p>{t('parameter.reviewHint')}</p>
    </Dialog>
  );
}
