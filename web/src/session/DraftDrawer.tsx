// The drawer around a draft: what it holds is checked and saved by one button, told when it is done, and closed.
import type { ReactNode } from 'react';
import { toast } from '../ui/base/Toaster.tsx';
import { EditDrawer } from '../ui/form/EditDrawer.tsx';
import type { Draft } from './useDraft.ts';

interface DraftDrawerProps<T, R> {
  form: Draft<T>;
  title: string;
  /** What the button that saves says. */
  submit: string;
  /** Saves the draft; what it throws is shown as the refusal. */
  work: (draft: T) => Promise<R>;
  /** Said once it is saved. */
  done: string;
  onClose: () => void;
  /** With what the work gave, after it was saved and the drawer was closed. */
  onSaved?: (given: R) => void;
  children: ReactNode;
}

export function DraftDrawer<T, R>(props: DraftDrawerProps<T, R>): ReactNode {
  const { form, title, submit, work, done, onClose, onSaved, children } = props;
  const save = async () => {
    let tell = () => {};
    const isSaved = await form.save(async (draft) => {
      const given = await work(draft);
      tell = () => onSaved?.(given);
    });
    if (!isSaved) return;
    toast(done, 'success');
    onClose();
    tell();
  };
  return (
    <EditDrawer
      attempt={form.attempt}
      dropRestored={form.dropRestored}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={() => void save()}
      refusal={form.refusal}
      submit={submit}
      title={title}
    >
      {children}
    </EditDrawer>
  );
}
