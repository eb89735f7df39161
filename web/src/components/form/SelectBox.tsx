import type { ReactNode } from 'react';
import './controls.css';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectBoxProps {
  label: string;
  /** True: the label is for screen readers only, since the options are self-explanatory. */
  isLabelUnseen?: boolean;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}

/** A native select for short lists, which phones and screen readers support best. */
export function SelectBox({ label, isLabelUnseen, options, value, onChange }: SelectBoxProps): ReactNode {
  return (
    <label className="hp-select">
      <span className={isLabelUnseen ? 'hp-unseen' : ''}>{label}</span>
      <select onChange={(event) => onChange(event.target.value)} value={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
