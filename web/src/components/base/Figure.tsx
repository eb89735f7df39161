import type { ReactNode } from 'react';
import { type ColorToken, cssColor } from '../../theme.ts';
import './small.css';

interface FigureProps {
  label: string;
  /** The number formatted for the reader's locale; null: unknown. */
  value: string | null;
  unit?: string;
  /** A short line below: comparison, age, reason why the value is missing. */
  sub?: ReactNode;
  /** Color of the small mark next to the label, the same as that of the measurement in charts. */
  color?: ColorToken;
  /** True for the main figure of a panel. */
  isMain?: boolean;
}

/** A key figure: number, small unit, and label. */
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
