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
  /** Label of a first option with the value '', which explains the select, so that its label is unseen. */
  any?: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}

/** A native select for short lists, which phones and screen readers support best. */
export function SelectBox(props: SelectBoxProps): ReactNode {
  const { label, any, isLabelUnseen = any !== undefined, options, value, onChange } = props;
  return (
    <label className="hp-select">
      <span className={isLabelUnseen ? 'hp-unseen' : ''}>{label}</span>
      <select onChange={(event) => onChange(event.target.value)} value={value}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
