// A drawer that creates or edits a record: form, rejection by the server, and protection of unsaved input.

import { type ReactNode, useId, useState } from 'react';
import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import { Drawer } from '../base/Dialog.tsx';
import { Icon } from '../base/Icon.tsx';
import { DraftForm } from './DraftForm.tsx';
import './form.css';

interface EditDrawerProps {
  title: string;
  children: ReactNode;
  /** Label of the save button. */
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  /** True: leaving asks first, because of unsaved input. */
  isDirty: boolean;
  isBusy: boolean;
  /** The server's rejection; '' for none. */
  refusal: string;
  /** Counts the attempts to save: each focuses the first invalid field. */
  attempt: number;
  /** Discards restored input; undefined if there is none. */
  dropRestored?: (() => void) | undefined;
}

export function EditDrawer(props: EditDrawerProps): ReactNode {
  const { title, children, submit, onSubmit, onClose, isDirty, isBusy, refusal, dropRestored } = props;
  const [isAsking, setAsking] = useState(false);
  const formId = useId();
  const leave = () => {
    if (isDirty) setAsking(true);
    else onClose();
  };
  return (
    <Drawer
      closesByClick={!isDirty}
      foot={
        // Distinct keys: if React reused one button as the other, the click would submit the form.
        isAsking ? (
          <div className="hp-drawer-foot" key="asking" role="alert">
            <span>{t('form.unsaved')}</span>
            <Button onClick={() => setAsking(false)}>{t('form.keep')}</Button>
            <Button isDanger onClick={onClose}>
              {t('form.discard')}
            </Button>
          </div>
        ) : (
          <div className="hp-drawer-foot" key="saving">
            <Button onClick={leave}>{t('form.cancel')}</Button>
            <Button form={formId} type="submit" isBusy={isBusy} variant="primary">
              {submit}
            </Button>
          </div>
        )
      }
      onClose={leave}
      title={title}
    >
      <DraftForm className="hp-edit" form={props} id={formId} onSubmit={onSubmit}>
        <RestoredNote onDrop={dropRestored} />
        <FormRefusal words={refusal} />
        {children}
      </DraftForm>
    </Drawer>
  );
}

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
