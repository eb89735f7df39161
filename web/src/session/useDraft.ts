// State of a form before saving: draft, changes, validation errors, and the server's rejection. Unsaved input survives
// a reload, and leaving the form asks first.
import type { FieldRules } from '@helioport/contract/fieldRules';
import { useState } from 'react';
import { CallFailure } from '../api/failure.ts';
import type { FieldErrors } from '../components/form/FormFields.tsx';
import { ruleErrors } from '../components/form/ruleErrors.ts';
import { t } from '../i18n.ts';
import { typedBefore } from './draftStorage.ts';
import { useTyped } from './useTyped.ts';

type DraftRules<T> = FieldRules<keyof T & string>;

/** Names of the fields of a draft whose values are of a type. */
type NamesOf<T, V> = { [K in keyof T & string]: T[K] extends V ? K : never }[keyof T & string];

/** Properties of the control of a field. */
interface Bound<V> {
  value: V;
  onChange: (value: V) => void;
  error: string | undefined;
}

export interface Draft<T> {
  draft: T;
  change: (patch: Partial<T>) => void;
  /** Properties of a control for any value, such as a `RadioField`. */
  field: <K extends keyof T & string>(name: K) => Bound<T[K]>;
  /** Properties of a `TextField` or `AreaField`; `longest` in characters, for a field without a rule. */
  text: (name: NamesOf<T, string>, longest?: number) => Bound<string> & { maxLength: number };
  /** Properties of a `ChoiceField`, whose options are the values of the field. */
  choice: (name: NamesOf<T, string>) => Bound<string>;
  /** Properties of a `CheckField`. */
  tick: (name: NamesOf<T, boolean | null>) => { isChecked: boolean; onChange: (isChecked: boolean) => void };
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

/** Length of a text without a rule, such as a number, in characters. */
const USUAL_LENGTH = 20;

/**
 * The state of a form. Texts are validated by `rules`, those of the call that saves them (`fieldRules` of the
 * contract). `check` gets the error messages that these give by field, and returns further ones, or undefined where a
 * rule does not apply. Values are compared as JSON with those last saved. Unsaved input is stored under `name`, which
 * includes the record's id, until it is saved or discarded; without a name it is not stored.
 */
export function useDraft<T extends object>(
  start: T,
  check: (draft: T, wrong: FieldErrors) => FieldErrors = () => ({}),
  name?: string,
  rules: DraftRules<T> = {} as DraftRules<T>,
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
    const wrong = ruleErrors(draft, rules);
    const found = { ...wrong, ...check(draft, wrong) };
    setErrors(found);
    setRefusal('');
    setAttempt((count) => count + 1);
    return !Object.values(found).some((words) => words);
  };
  const change = (patch: Partial<T>) => {
    setDraft((now) => ({ ...now, ...patch }));
    // The rejection concerned the previous input.
    setRefusal('');
    setErrors((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(patch).map((key) => [key, undefined])),
    }));
  };
  const field = <K extends keyof T & string>(name: K): Bound<T[K]> => ({
    value: draft[name],
    onChange: (value) => change({ [name]: value } as unknown as Partial<T>),
    error: errors[name],
  });
  const choice = (name: NamesOf<T, string>) => field(name) as unknown as Bound<string>;
  return {
    draft,
    change,
    field,
    choice,
    text: (name, longest = USUAL_LENGTH) => ({
      ...choice(name),
      maxLength: rules[name]?.maxLength ?? longest,
    }),
    tick(name) {
      const { value, onChange } = field(name);
      return { isChecked: value === true, onChange: onChange as (isChecked: boolean) => void };
    },
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
