// Who has typed something that is not saved. Leaving such a page asks first: within the portal by app/LeaveGuard.tsx,
// out of it by the browser's own question.
import { useCallback, useEffect, useId } from 'react';

const forms = new Set<string>();

const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** True while any form on the page has something that leaving would lose. */
export const hasUnsaved = (): boolean => forms.size > 0;

/** Nothing of this page is to be asked about any more: its person has said so, or has gone. */
export function forgetUnsaved(): void {
  forms.clear();
  removeEventListener('beforeunload', onUnload);
}

/** Marks a form as having unsaved input while `isDirty`; the returned function ends that immediately. */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  const settle = useCallback(() => {
    forms.delete(id);
    if (forms.size === 0) removeEventListener('beforeunload', onUnload);
  }, [id]);
  useEffect(() => {
    if (!isDirty) return;
    forms.add(id);
    addEventListener('beforeunload', onUnload);
    return settle;
  }, [id, isDirty, settle]);
  return settle;
}
