// A drawer around a draft: validates, saves, shows a success message and closes. Leaving it asks first while there is
// unsaved input.
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../components/base/Button.tsx';
import { Drawer } from '../components/base/Dialog.tsx';
import { DraftForm } from '../components/form/DraftForm.tsx';
import { FormRefusal, RestoredNote } from '../components/form/FormNotes.tsx';
import { t } from '../i18n.ts';
import { type Saving, saveDraft } from './saveDraft.ts';
import type { Draft } from './useDraft.ts';

interface DraftDrawerProps<T, R> extends Saving<T, R> {
  form: Draft<T>;
  title: string;
  /** Label of the save button. */
  submit: string;
  children: ReactNode;
}

export function DraftDrawer<T, R>(props: DraftDrawerProps<T, R>): ReactNode {
  const { form, title, submit, onClose, children } = props;
  const [isConfirming, setConfirming] = useState(false);
  const formId = useId();
  const leave = () => {
    if (form.isDirty) setConfirming(true);
    else onClose();
  };
  return (
    <Drawer
      closesByClick={!form.isDirty}
      foot={
        // Distinct keys: if React reused one button as the other, the click would submit the form.
        isConfirming ? (
          <div className="hp-drawer-foot" key="asking" role="alert">
            <span>{t('form.unsaved')}</span>
            <Button onClick={() => setConfirming(false)}>{t('form.keep')}</Button>
            <Button isDanger onClick={onClose}>
              {t('form.discard')}
            </Button>
          </div>
        ) : (
          <div className="hp-drawer-foot" key="saving">
            <Button onClick={leave}>{t('form.cancel')}</Button>
            <Button form={formId} type="submit" isBusy={form.isBusy} variant="primary">
              {submit}
            </Button>
          </div>
        )
      }
      onClose={leave}
      title={title}
    >
      <DraftForm className="hp-edit" form={form} id={formId} onSubmit={() => void saveDraft(props)}>
        <RestoredNote onDrop={form.dropRestored} />
        <FormRefusal words={form.refusal} />
        {children}
      </DraftForm>
    </Drawer>
  );
}
