import { type ReactNode, useId } from 'react';
import { t } from '../../../i18n.ts';
import { formatNumber } from '../../base/time.ts';
import '../../form/form.css';
import './files.css';
import type { Sending } from './useSending.ts';

/** Upload progress or the reason of a rejection; below it the accepted files. */
export function SendingNote({ sending, hint }: { sending: Sending; hint: string }): ReactNode {
  const id = useId();
  if (sending.name === '')
    return (
      <p
        className={sending.refusal === '' ? 'hp-edit-hint' : 'hp-edit-error'}
        role={sending.refusal === '' ? undefined : 'alert'}
      >
        {sending.refusal || hint}
      </p>
    );
  return (
    <p className="hp-sending">
      <span id={id}>{t('file.sending', { name: sending.name })}</span>
      <progress aria-labelledby={id} max={1} value={sending.share} />
      <span>{formatNumber(sending.share * 100, 0)} %</span>
    </p>
  );
}
