import { type ReactNode, useId, useState } from 'react';

interface NumberBoxProps {
  label: string;
  /** null shows an empty box: not entered, or not the same everywhere. */
  value: number | null;
  onChange: (value: number | null) => void;
  min: number;
  max: number;
  step?: number;
  isLabelUnseen?: boolean;
}

/** A native number field; the value is committed on blur or Enter, and clamped to the limits. */
export function NumberBox(props: NumberBoxProps): ReactNode {
  const { label, value, onChange, min, max, step = 1, isLabelUnseen = false } = props;
  const id = useId();
  const shown = value === null ? '' : String(Math.round(value * 1000) / 1000);
  const [typing, setTyping] = useState({ of: shown, text: shown });
  // Input typed for a previous value is discarded.
  const typed = typing.of === shown ? typing.text : shown;
  const setTyped = (text: string) => setTyping({ of: shown, text });
  const commit = () => {
    if (typed === shown) return;
    const number = Number(typed);
    if (typed.trim() === '' || !Number.isFinite(number)) {
      setTyped(typed.trim() === '' ? '' : shown);
      if (typed.trim() === '') onChange(null);
      return;
    }
    const held = Math.min(max, Math.max(min, number));
    setTyped(String(held));
    onChange(held);
  };
  return (
    <span className="hp-layout-number">
      <label className={isLabelUnseen ? 'hp-unseen' : ''} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        max={max}
        min={min}
        onBlur={commit}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        step={step}
        type="number"
        value={typed}
      />
    </span>
  );
}
