// The window around a short draft: as the drawer of ./DraftDrawer.tsx, for what a field or two decide.
import type { ReactNode } from 'react';
import { FormDialog } from '../components/form/FormDialog.tsx';
import { type Saving, saveDraft } from './saveDraft.ts';
import type { Draft } from './useDraft.ts';

interface DraftDialogProps<T, R> extends Saving<T, R> {
  form: Draft<T>;
  title: string;
  /** Label of the submit button. */
  submit: string;
  isDanger?: boolean;
  /** False: the action is not possible; the content explains why. */
  isReady?: boolean;
  children: ReactNode;
}

export function DraftDialog<T, R>(props: DraftDialogProps<T, R>): ReactNode {
  const { form, title, submit, isDanger = false, isReady = true, onClose, children } = props;
  return (
    <FormDialog
      form={form}
      isDanger={isDanger}
      isReady={isReady}
      onClose={onClose}
      onSubmit={() => void saveDraft(props)}
      submit={submit}
      title={title}
    >
      {children}
    </FormDialog>
  );
}
