import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { type ParameterChange, valueText } from './parameterValues.ts';

interface ReviewDialogProps {
  name: string;
  changes: readonly ParameterChange[];
  isBusy: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** What is about to be sent, old beside new. */
export function ReviewDialog({ name, changes, isBusy, onClose, onSend }: ReviewDialogProps): ReactNode {
  return (
    <Modal
      cancelText={t('form.cancel')}
      confirmLoading={isBusy}
      okText={t('parameter.send')}
      onCancel={onClose}
      onOk={onSend}
      open
      title={t('parameter.reviewTitle', { device: name })}
    >
      <ul className="hp-parameter-diff">
        {changes.map(({ parameter, value }) => (
          <li key={parameter.key}>
            {parameter.title}:{' '}
            <del>
              {parameter.value === null ? t('parameter.neverRead') : valueText(parameter, parameter.value)}
            </del>{' '}
            <span aria-hidden="true">→</span> <ins>{valueText(parameter, value)}</ins>
          </li>
        ))}
      </ul>
      <p>{t('parameter.reviewHint')}</p>
    </Modal>
  );
}
