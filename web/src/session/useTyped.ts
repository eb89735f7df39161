// Keeps what is typed for a reload, and takes it out of the browser once it is saved or left.
import { useCallback, useEffect, useRef } from 'react';
import { useUnsaved } from '../components/form/unsaved.ts';
import { forgetTyped, keepTyped } from './draftStorage.ts';
import { useSession } from './session.ts';

/**
 * Keeps `draft`, which began with `from`, under the form's name while it differs (`isDirty`), and has leaving ask first;
 * without a name it asks alone. The function given back ends both at once, before the next drawing: what follows a save
 * is often a navigation, or a form of the same name that begins anew.
 */
export function useTyped(
  form: string | undefined,
  from: object,
  draft: object,
  isDirty: boolean,
): () => void {
  const settle = useUnsaved(isDirty);
  useEffect(() => {
    if (form === undefined) return;
    if (isDirty) keepTyped(form, from, draft);
    else forgetTyped(form);
  }, [form, from, draft, isDirty]);
  const kept = useRef(form);
  useEffect(() => {
    const left = kept.current;
    return () => {
      // Left by the person, who was asked. Whoever was signed out finds it again.
      if (left !== undefined && useSession.getState().token !== '') forgetTyped(left);
    };
  }, []);
  return useCallback(() => {
    settle();
    if (form !== undefined) forgetTyped(form);
  }, [settle, form]);
}
