// Form fields behind the login: label above, error or hint below, linked for screen readers. Native controls wherever
// they are good enough.
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { t } from '../../i18n.ts';
import { ShowPassword } from '../base/ShowPassword.tsx';
import './form.css';

/** Error messages by field name; empty if there are none. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface FrameProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isOptional?: boolean;
}

interface Ids {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Label and note around any control, which gets the ids that tie them to it. */
export function FieldFrame({
  label,
  error,
  hint,
  isOptional,
  children,
}: FrameProps & { children: (ids: Ids) => ReactNode }): ReactNode {
  const id = useId();
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div className="hp-edit-field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span> {t('form.optional')}</span>}
      </label>
      {children({
        id,
        ...(note ? { 'aria-describedby': noteId } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {note && (
        <p className={error ? 'hp-edit-error' : 'hp-edit-hint'} id={noteId}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FrameProps {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url';
  inputMode?: 'email' | 'tel';
  autoComplete?: string;
  placeholder?: string;
  /** BCP-47 tag when the text is of another language than the page. */
  lang?: string | undefined;
}

export function TextField(props: TextFieldProps): ReactNode {
  const {
    value,
    onChange,
    maxLength,
    type = 'text',
    autoComplete = 'off',
    placeholder,
    inputMode,
    lang,
    ...frame
  } = props;
  const common = { maxLength, autoComplete, placeholder, inputMode, value, lang };
  return (
    <FieldFrame {...frame}>
      {(ids) =>
        type === 'password' ? (
          <Password {...ids} {...common} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input
            {...ids}
            {...common}
            className="hp-edit-input"
            onChange={(event) => onChange(event.target.value)}
            type={type}
          />
        )
      }
    </FieldFrame>
  );
}

/** A password that can be shown. */
function Password(props: ComponentProps<'input'>): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <span className="hp-edit-password">
      <input
        {...props}
        autoCapitalize="none"
        className="hp-edit-input"
        spellCheck={false}
        type={isShown ? 'text' : 'password'}
      />
      <ShowPassword className="hp-icon-button" isShown={isShown} onChange={setShown} />
    </span>
  );
}

interface AreaFieldProps extends FrameProps {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  rows: number;
}

export function AreaField({ value, onChange, maxLength, rows, ...frame }: AreaFieldProps): ReactNode {
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <textarea
          {...ids}
          className="hp-edit-area"
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
          rows={rows}
          value={value}
        />
      )}
    </FieldFrame>
  );
}

interface ChoiceFieldProps extends FrameProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  /** Label of the empty option; without it there is none. */
  nothing?: string;
  isDisabled?: boolean;
}

/** One of a few, or of many that a browser's own list is used to, such as countries. */
export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const { value, onChange, options, nothing, isDisabled, ...frame } = props;
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <select
          {...ids}
          className="hp-edit-select"
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          value={value}
        >
          {nothing !== undefined && <option value="">{nothing}</option>}
          {options.map((option) => (
            <option disabled={option.isDisabled} key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface CheckFieldProps {
  label: string;
  hint?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
}

export function CheckField({ label, hint, isChecked, onChange, isDisabled }: CheckFieldProps): ReactNode {
  const noteId = useId();
  return (
    <div className="hp-edit-check">
      <label>
        <input
          aria-describedby={hint ? noteId : undefined}
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
          type="checkbox"
        />
        {label}
      </label>
      {hint && (
        <p className="hp-edit-hint" id={noteId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface RadioFieldProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; hint?: string; isDisabled?: boolean }[];
}

/** Radio buttons for two or three options, each with a description. */
export function RadioField<V extends string>({
  label,
  value,
  onChange,
  options,
}: RadioFieldProps<V>): ReactNode {
  const name = useId();
  return (
    <fieldset className="hp-edit-radio">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            checked={option.value === value}
            disabled={option.isDisabled}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
          />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
