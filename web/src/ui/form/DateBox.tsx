import type { ReactNode } from 'react';
import './controls.css';

interface DateBoxProps {
  label: string;
  /** YYYY-MM-DD, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/** A day as a filter, by the browser's own calendar. */
export function DateBox({ label, value, onChange, min, max }: DateBoxProps): ReactNode {
  return (
    <label className="hp-select">
      <span>{label}</span>
      <input
        max={max || undefined}
        min={min || undefined}
        onChange={(event) => onChange(event.target.value)}
        type="date"
        value={value}
      />
    </label>
  );
}
