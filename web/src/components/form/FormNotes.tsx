import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import './form.css';

/** An error from the server about the form, announced immediately by screen readers. */
export function FormRefusal({ words }: { words: string }): ReactNode {
  return (
    <div aria-live="assertive">
      {words !== '' && (
        <p className="hp-edit-refusal">
          <Icon name="alert" size={18} />
          {words}
        </p>
      )}
    </div>
  );
}

/** Notes that unsaved input was restored after a reload, with a button to discard it. */
export function RestoredNote({ onDrop }: { onDrop: (() => void) | undefined }): ReactNode {
  if (onDrop === undefined) return null;
  return (
    <p className="hp-edit-restored" role="status">
      <Icon name="info" size={18} />
      {t('form.restored')}
      <button className="hp-link-button" onClick={onDrop} type="button">
        {t('form.discard')}
      </button>
    </p>
  );
}
