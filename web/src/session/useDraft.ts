// State of a form before saving: draft, changes, validation errors, and the server's rejection. Unsaved input survives
// a reload, and leaving the form asks first.
import { useState } from 'react';
import { CallFailure } from '../api/failure.ts';
import type { FieldErrors } from '../components/form/FormFields.tsx';
import { t } from '../i18n.ts';
import { typedBefore } from './draftStorage.ts';
import { useTyped } from './useTyped.ts';

export interface Draft<T> {
  draft: T;
  change: (patch: Partial<T>) => void;
  isDirty: boolean;
  errors: FieldErrors;
  refusal: string;
  isBusy: boolean;
  /** Number of attempts to save. */
  attempt: number;
  /** Validates and shows errors, for one step of a longer form; true if there are none. */
  isRight: () => boolean;
  /** Validates, then saves. A thrown error is kept as the rejection; resolves to whether it was saved. */
  save: (work: (draft: T) => Promise<unknown>) => Promise<boolean>;
  /** Throws away what a reload has brought back; undefined when it brought nothing. */
  dropRestored: (() => void) | undefined;
}

/** The draft as used by the form itself; its parts receive the narrower `Draft`. */
interface WholeDraft<T> extends Draft<T> {
  /** Restarts the form with the current values of the record. */
  begin: (start: T) => void;
}

/**
 * The state of a form. `check` returns error messages by field. Values are compared as JSON with those last saved.
 * Unsaved input is stored under `name`, which includes the record's id, until it is saved or discarded; without a
 * name it is not stored.
 */
export function useDraft<T extends object>(
  start: T,
  check: (draft: T) => FieldErrors = () => ({}),
  name?: string,
): WholeDraft<T> {
  const [restored, setRestored] = useState(() => (name === undefined ? undefined : typedBefore(name, start)));
  const [first, setFirst] = useState(start);
  const [draft, setDraft] = useState(restored ?? start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first);
  const settle = useTyped(name, first, draft, isDirty);
  const isRight = () => {
    const found = check(draft);
    setErrors(found);
    setRefusal('');
    setAttempt((count) => count + 1);
    return !Object.values(found).some((words) => words);
  };
  return {
    draft,
    errors,
    refusal,
    isBusy,
    attempt,
    isDirty,
    dropRestored:
      restored === undefined || !isDirty
        ? undefined
        : () => {
            setRestored(undefined);
            setDraft(first);
            setErrors({});
          },
    begin(start) {
      setFirst(start);
      setDraft(start);
      setRestored(undefined);
    },
    change(patch) {
      setDraft((now) => ({ ...now, ...patch }));
      // The rejection concerned the previous input.
      setRefusal('');
      setErrors((now) => ({
        ...now,
        ...Object.fromEntries(Object.keys(patch).map((key) => [key, undefined])),
      }));
    },
    isRight,
    async save(work) {
      if (!isRight()) return false;
      setBusy(true);
      try {
        await work(draft);
        settle();
        setFirst(draft);
        setRestored(undefined);
        return true;
      } catch (reason) {
        setRefusal(reason instanceof CallFailure ? reason.message : t('request.unreachable'));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
