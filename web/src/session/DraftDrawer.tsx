// A drawer around a draft: validates, saves, shows a success message and closes.
import type { ReactNode } from 'react';
import { EditDrawer } from '../components/form/EditDrawer.tsx';
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
  return (
    <EditDrawer
      attempt={form.attempt}
      dropRestored={form.dropRestored}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={() => void saveDraft(props)}
      refusal={form.refusal}
      submit={submit}
      title={title}
    >
      {children}
    </EditDrawer>
  );
}
