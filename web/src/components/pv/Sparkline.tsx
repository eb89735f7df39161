import type { ReactNode } from 'react';
import { sparkline } from './sparkline.ts';
import './sparkline.css';

const SIZE = { width: 200, height: 44 };
/** Minimum of the axis maximum in W, so that standby at night does not look like production. */
const LEAST_TOP_W = 50;

interface SparklineProps {
  /** W per step from midnight on; null is a gap. */
  powerW: readonly (number | null)[];
  /** Steps of the whole day. */
  steps: number;
}

/** A small chart of a day's power. Decorative: the adjacent figures contain the same information. */
export function Sparkline({ powerW, steps }: SparklineProps): ReactNode {
  const { line, area } = sparkline(powerW, steps, SIZE, LEAST_TOP_W);
  const { width, height } = SIZE;
  return (
    <svg
      aria-hidden="true"
      className="hp-sparkline"
      preserveAspectRatio="none"
      viewBox={`-1 -2 ${width + 2} ${height + 4}`}
    >
      <path className="hp-sparkline-area" d={area} />
      <path className="hp-sparkline-line" d={line} />
      <path className="hp-sparkline-ground" d={`M0 ${height}H${width}`} />
    </svg>
  );
}
