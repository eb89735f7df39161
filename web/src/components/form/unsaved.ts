// Tracks forms with unsaved input. Leaving asks first: within the portal through app/LeaveGuard.tsx, otherwise through
// the browser's own prompt.
import { useCallback, useEffect, useId } from 'react';

const forms = new Set<string>();

const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** True while any form on the page has something that leaving would lose. */
export const hasUnsaved = (): boolean => forms.size > 0;

/** Clears all marks: the user has confirmed leaving or has logged out. */
export function clearUnsaved(): void {
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
