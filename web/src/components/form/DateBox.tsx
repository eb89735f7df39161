import { type ReactNode, useId, useRef, useState } from 'react';
import { language, t } from '../../i18n.ts';
import { ToolButton } from '../base/ToolButton.tsx';
import { dayInFigures, dayOfFigures } from './dayText.ts';
import './controls.css';

interface DateBoxProps {
  label: string;
  /** True: the label is for screen readers alone. */
  isLabelUnseen?: boolean;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  min?: string;
  max?: string;
  /** True: the field is never empty; clearing it restores the last day. */
  isRequired?: boolean;
}

/**
 * A date field in the format of the portal's language, with the native calendar. A native date field would use the
 * browser's language.
 */
export function DateBox(props: DateBoxProps): ReactNode {
  const { label, isLabelUnseen, value, onChange, min = '', max = '', isRequired = false } = props;
  const [typed, setTyped] = useState(() => dayInFigures(value, language.tag));
  const [isWrong, setWrong] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(dayInFigures(value, language.tag));
    setWrong(false);
  }
  const take = () => {
    const isEmpty = typed.trim() === '';
    const day = isEmpty ? (isRequired ? value : '') : dayOfFigures(typed, language.tag);
    const fits =
      day !== undefined && (day === '' || ((min === '' || day >= min) && (max === '' || day <= max)));
    setWrong(!fits);
    if (!fits) return;
    setTyped(dayInFigures(day, language.tag));
    if (day !== value) onChange(day);
  };
  return (
    <span className="hp-select hp-date">
      <label>
        <span className={isLabelUnseen ? 'hp-unseen' : ''}>{label}</span>
        <input
          aria-describedby={isWrong ? hintId : undefined}
          aria-invalid={isWrong || undefined}
          autoComplete="off"
          maxLength={20}
          onBlur={take}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
          }}
          placeholder={dayInFigures('2026-12-31', language.tag).replaceAll(/\d/g, '–')}
          type="text"
          value={typed}
        />
      </label>
      <ToolButton
        icon="calendar"
        label={t('ui.calendar', { label })}
        onClick={() => calendar.current?.showPicker()}
        size={16}
      />
      <input
        aria-hidden="true"
        className="hp-date-calendar"
        max={max || undefined}
        min={min || undefined}
        onChange={(event) => {
          if (event.target.value !== '' || !isRequired) onChange(event.target.value);
        }}
        ref={calendar}
        tabIndex={-1}
        type="date"
        value={value}
      />
      {isWrong && (
        <span className="hp-date-hint" id={hintId} role="alert">
          {t('ui.dateHint', { sample: dayInFigures(max || '2026-12-31', language.tag) })}
        </span>
      )}
    </span>
  );
}
