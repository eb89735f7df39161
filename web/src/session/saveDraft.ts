import { toast } from '../components/base/Toaster.tsx';
import type { Draft } from './useDraft.ts';

/** How a window or drawer around a draft saves it. */
export interface Saving<T, R> {
  form: Pick<Draft<T>, 'save'>;
  /** Saves the draft; a thrown error is shown in the window. */
  work: (draft: T) => Promise<R>;
  /** Success message; a function if it depends on the result. */
  done: string | ((given: R) => string);
  onClose: () => void;
  /** With what the work gave, after it was saved and the window was closed. */
  onSaved?: ((given: R) => unknown) | undefined;
}

/** Saves a draft, shows a success message, closes the window and continues. Errors are shown in the window. */
export async function saveDraft<T, R>({ form, work, done, onClose, onSaved }: Saving<T, R>): Promise<void> {
  let given: { is: R } | undefined;
  const isSaved = await form.save(async (draft) => {
    given = { is: await work(draft) };
  });
  if (!isSaved || given === undefined) return;
  toast(typeof done === 'string' ? done : done(given.is), 'success');
  onClose();
  onSaved?.(given.is);
}
