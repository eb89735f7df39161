// What is typed into a form before it is saved: the draft, whether it differs, what is wrong, what was refused.
import { useState } from 'react';
import { CallFailure } from '../api/failure.ts';
import { t } from '../i18n.ts';
import type { FieldErrors } from '../ui/form/FormFields.tsx';

export interface Draft<T> {
  draft: T;
  change: (patch: Partial<T>) => void;
  isDirty: boolean;
  errors: FieldErrors;
  refusal: string;
  isBusy: boolean;
  /** Attempts to save so far. */
  attempt: number;
  /** Checks, then does the work. What it throws is kept as the refusal; resolves to whether it was saved. */
  save: (work: (draft: T) => Promise<unknown>) => Promise<boolean>;
}

/** A form's state. `check` says what is wrong, by field. Values are compared by their JSON. */
export function useDraft<T extends object>(
  start: T,
  check: (draft: T) => FieldErrors = () => ({}),
): Draft<T> {
  const [first] = useState(start);
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return {
    draft,
    errors,
    refusal,
    isBusy,
    attempt,
    isDirty: JSON.stringify(draft) !== JSON.stringify(first),
    change(patch) {
      setDraft((now) => ({ ...now, ...patch }));
      setErrors((now) => ({
        ...now,
        ...Object.fromEntries(Object.keys(patch).map((key) => [key, undefined])),
      }));
    },
    async save(work) {
      const found = check(draft);
      setErrors(found);
      setRefusal('');
      setAttempt((count) => count + 1);
      if (Object.values(found).some((words) => words)) return false;
      setBusy(true);
      try {
        await work(draft);
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
