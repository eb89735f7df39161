import type { ReactNode } from 'react';
import './progressBar.css';

/** Progress of a long task. `percent`: 0 to 100. `label`: for screen readers. */
export const ProgressBar = ({ label, percent }: { label: string; percent: number }): ReactNode => (
  <progress aria-label={label} className="hp-progress-bar" max={100} value={percent} />
);
