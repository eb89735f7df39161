import type { ReactNode } from 'react';

/** Our mark: the day's arc over the horizon, the sun on its way. Decoration; the name stands beside it. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      style={{ flex: 'none' }}
      viewBox="0 0 32 32"
      width={size}
    >
      <path d="M4 24a12 12 0 0 1 24 0" stroke="var(--hp-act)" strokeLinecap="round" strokeWidth="3" />
      <path d="M2.500 28.500h27" stroke="var(--hp-act)" strokeLinecap="round" strokeWidth="3" />
      <circle
        cx="22"
        cy="13.600"
        fill="var(--hp-production)"
        r="5.500"
        stroke="var(--hp-surface)"
        strokeWidth="2.500"
      />
    </svg>
  );
}
