// The fields of the public forms: label, error, hint, all tied together for screen readers.
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { ShowPassword } from '../../components/base/ShowPassword.tsx';
import { t } from '../../i18n.ts';
import { passwordHint } from '../../session/passwordHint.ts';
import './form.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Shown inside the field, at its end. */
  end?: ReactNode;
}

export function Field({ label, error, hint, end, ...input }: FieldProps): ReactNode {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div className="hp-field">
      <label htmlFor={id}>{label}</label>
      <div className="hp-field-box">
        <input
          {...input}
          aria-describedby={note ? noteId : undefined}
          aria-invalid={error ? true : undefined}
          id={id}
        />
        {end}
      </div>
      {note && (
        <p className={error ? 'hp-field-error' : 'hp-field-hint'} id={noteId}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A password field with a visibility toggle and a Caps Lock warning. */
export function PasswordField(props: Omit<FieldProps, 'end' | 'type'>): ReactNode {
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const { hint, ...field } = props;
  const note = hasCaps ? t('login.capsLock') : hint;
  return (
    <Field
      {...field}
      {...(note === undefined ? {} : { hint: note })}
      autoCapitalize="none"
      autoCorrect="off"
      end={<ShowPassword className="hp-field-eye" isShown={isShown} onChange={setShown} />}
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}

/** The email address of the account. */
export function EmailField({ error }: { error: string | undefined }): ReactNode {
  return (
    <Field
      autoCapitalize="none"
      autoComplete="username"
      error={error}
      inputMode="email"
      label={t('login.email')}
      name="email"
      type="email"
    />
  );
}

interface NewPasswordProps {
  /** By the names `password` and `again`. */
  errors: Readonly<Record<string, string | undefined>>;
  label?: string;
}

/** A new password with confirmation. */
export function NewPasswordFields({ errors, label = t('login.password') }: NewPasswordProps): ReactNode {
  const [typed, setTyped] = useState('');
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        error={errors.password}
        hint={passwordHint(typed)}
        label={label}
        name="password"
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        autoComplete="new-password"
        error={errors.again}
        label={t('setup.passwordAgain')}
        name="again"
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  choices: readonly { value: string; label: string }[];
  /** The chosen value, where the page follows it. */
  value?: string;
  onChange?: (value: string) => void;
  error?: string | undefined;
  autoComplete?: string;
}

/** A native select without an initial selection. */
export function ChoiceField({
  label,
  name,
  choices,
  value,
  onChange,
  error,
  autoComplete,
}: ChoiceProps): ReactNode {
  const id = useId();
  const noteId = useId();
  const followed = onChange
    ? { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
    : {};
  return (
    <div className="hp-field">
      <label htmlFor={id}>{label}</label>
      <select
        {...followed}
        aria-describedby={error ? noteId : undefined}
        aria-invalid={error ? true : undefined}
        autoComplete={autoComplete}
        id={id}
        name={name}
      >
        <option value="">{t('register.choose')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error && (
        <p className="hp-field-error" id={noteId}>
          {error}
        </p>
      )}
    </div>
  );
}
