import type { ReactNode } from 'react';
import { Dialog } from '../base/Dialog.tsx';
import { FormRefusal } from './FormNotes.tsx';

interface FormDialogProps {
  title: string;
  /** On the button that does it. */
  submit: string;
  isDanger?: boolean;
  /** False: the action is not possible; the content explains why. */
  isReady?: boolean;
  form: { isBusy: boolean; refusal: string };
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
      <form
        className="hp-edit"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !form.isBusy) onSubmit();
        }}
      >
        <FormRefusal words={form.refusal} />
        {children}
      </form>
    </Dialog>
  );
}
