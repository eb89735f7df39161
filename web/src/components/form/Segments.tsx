import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../base/Icon.tsx';
import './controls.css';

interface SegmentsProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; icon?: IconName }[];
  value: T;
  onChange: (value: T) => void;
}

/** A segmented control based on native radio buttons, which support arrow keys. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>): ReactNode {
  const name = useId();
  return (
    <fieldset className="hp-segments">
      <legend className="hp-unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            checked={option.value === value}
            className="hp-unseen"
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
