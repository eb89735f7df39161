import type { ReactNode } from 'react';
import { type ColorToken, cssColor } from '../../theme.ts';
import './small.css';

interface FigureProps {
  label: string;
  /** The number as text, already in the reader's writing; null: not known. */
  value: string | null;
  unit?: string;
  /** A short line below: comparison, age, reason why the value is missing. */
  sub?: ReactNode;
  /** Color of the small mark next to the label, the same as that of the measurement in charts. */
  color?: ColorToken;
  /** True for the one figure that the panel is about. */
  isMain?: boolean;
}

/** A number to be read at a glance: figure, smaller unit, what it is. */
export function Figure({ label, value, unit, sub, color, isMain }: FigureProps): ReactNode {
  return (
    <dl className={isMain ? 'hp-figure hp-figure-main' : 'hp-figure'}>
      <dt>
        {color && <i style={{ background: cssColor(color) }} />}
        {label}
      </dt>
      <dd>
        <b>{value ?? '–'}</b>
        {value !== null && unit && <span className="hp-figure-unit"> {unit}</span>}
      </dd>
      {sub && <dd className="hp-figure-sub">{sub}</dd>}
    </dl>
  );
}
