// Stores unsaved input for a reload, and removes it once it is saved or discarded.
import { useCallback, useEffect, useRef } from 'react';
import { useUnsaved } from '../components/form/unsaved.ts';
import { clearDraft, keepTyped } from './draftStorage.ts';
import { useSession } from './session.ts';

/**
 * Stores `draft` under the form's name while it differs from `from` (`isDirty`), and asks before the user leaves;
 * without a name it only asks. The returned function ends both synchronously, before the next render: a save is often
 * followed by a navigation or a new form of the same name.
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
    else clearDraft(form);
  }, [form, from, draft, isDirty]);
  const kept = useRef(form);
  useEffect(() => {
    const left = kept.current;
    return () => {
      // The user confirmed leaving, so discard the input. After a forced logout it is kept for the next login.
      if (left !== undefined && useSession.getState().token !== '') clearDraft(left);
    };
  }, []);
  return useCallback(() => {
    settle();
    if (form !== undefined) clearDraft(form);
  }, [settle, form]);
}
