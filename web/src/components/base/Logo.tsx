import type { ReactNode } from 'react';

/** The logo: an H as a gate, its lintel the arc of the day with the sun on it. Used next to the product name. */
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
      <path
        d="M5.5 28V16a11 11 0 0 1 6.6-10.1M26.5 28V16.5M5.5 21.5h21"
        stroke="var(--hp-act)"
        strokeLinecap="round"
        strokeWidth="3.4"
      />
      <circle cx="21.2" cy="8" fill="var(--hp-production)" r="5.2" />
    </svg>
  );
}
