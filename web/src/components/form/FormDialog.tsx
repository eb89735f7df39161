import type { ReactNode } from 'react';
import { Dialog } from '../base/Dialog.tsx';
import { DraftForm } from './DraftForm.tsx';
import { FormRefusal } from './FormNotes.tsx';

interface FormDialogProps {
  title: string;
  /** On the button that does it. */
  submit: string;
  isDanger?: boolean;
  /** False: the action is not possible; the content explains why. */
  isReady?: boolean;
  form: { isBusy: boolean; refusal: string; attempt?: number };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a short form: description, field, and submit button. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, submit, isDanger = false, isReady = true, form, onSubmit, onClose, children } = props;
  return (
    <Dialog
      isBusy={form.isBusy}
      isDanger={isDanger}
      isReady={isReady}
      onClose={onClose}
      onSubmit={onSubmit}
      submit={submit}
      title={title}
    >
      <DraftForm className="hp-edit" form={form} onSubmit={() => isReady && onSubmit()}>
        <FormRefusal words={form.refusal} />
        {children}
        {/* Without a button of its own, a form of several fields is not sent by Enter. */}
        <button hidden type="submit" />
      </DraftForm>
    </Dialog>
  );
}
