import type { Severity } from '@helioport/domain/condition';
import type { StateKey } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import './small.css';

const words: Record<StateKey, WordKey> = {
  live: 'status.online',
  alert: 'status.alert',
  stale: 'status.stale',
  asleep: 'status.asleep',
  offline: 'status.offline',
  silent: 'status.silent',
  uncommissioned: 'status.uncommissioned',
  notRegistered: 'status.notRegistered',
};

/**
 * Shapes that differ without color: a tick, a triangle, a clock, a moon, a crossed ring, a cross, a diamond, a dashed
 * ring.
 */
const shapes: Record<StateKey, ReactNode> = {
  live: (
    <>
      <circle cx="7" cy="7" fill="currentColor" r="6" />
      <path d="m4.300 7.200 1.900 1.900 3.500-4" stroke="var(--hp-surface)" strokeWidth="1.500" />
    </>
  ),
  alert: (
    <>
      <path d="M7 1.200 13.400 12.600H.6z" fill="currentColor" stroke="currentColor" strokeWidth="1" />
      <path d="M7 5.200v3.400M7 10.700v.1" stroke="var(--hp-surface)" strokeWidth="1.600" />
    </>
  ),
  stale: (
    <>
      <circle cx="7" cy="7" r="5.300" stroke="currentColor" strokeWidth="1.500" />
      <path d="M7 4v3.200l2.100 1.300" stroke="currentColor" strokeWidth="1.400" />
    </>
  ),
  asleep: <path d="M12.300 8.700A5.600 5.600 0 1 1 5.300 1.700a4.600 4.600 0 0 0 7 7z" fill="currentColor" />,
  offline: (
    <>
      <circle cx="7" cy="7" r="5.300" stroke="currentColor" strokeWidth="1.500" />
      <path d="m3.400 10.600 7.200-7.200" stroke="currentColor" strokeWidth="1.500" />
    </>
  ),
  silent: (
    <>
      <circle cx="7" cy="7" fill="currentColor" r="6" />
      <path
        d="m4.800 4.800 4.400 4.400M9.200 4.800 4.800 9.200"
        stroke="var(--hp-surface)"
        strokeWidth="1.600"
      />
    </>
  ),
  uncommissioned: <path d="M7 1.300 12.700 7 7 12.700 1.300 7z" stroke="currentColor" strokeWidth="1.600" />,
  notRegistered: (
    <circle cx="7" cy="7" r="5.300" stroke="currentColor" strokeDasharray="2.200 2" strokeWidth="1.600" />
  ),
};

/** A state as text, for charts, exports and labels. */
export const statusWords = (state: StateKey): string => t(words[state]);

/** The icon of a state, in the current text color. */
export const StatusShape = ({ state }: { state: StateKey }): ReactNode => (
  <svg aria-hidden="true" fill="none" height="14" strokeLinecap="round" viewBox="0 0 14 14" width="14">
    {shapes[state]}
  </svg>
);

interface StatusTagProps {
  state: StateKey;
  /** Minor or lower does not use the color of danger. Null: only the state is known. */
  severity: Severity | null;
  /** Text instead of the state's own, such as the name of the alert. */
  children?: ReactNode;
  /** True: shape and text without the colored background, for dense tables. */
  isPlain?: boolean;
}

/** Always color, shape and text. */
export function StatusTag({ state, severity, children, isPlain }: StatusTagProps): ReactNode {
  const tone = severity === 'minor' || severity === 'info' ? ' hp-status-mild' : '';
  return (
    <span className={`hp-status hp-status-${state}${tone}${isPlain ? ' hp-status-plain' : ''}`}>
      <StatusShape state={state} />
      {children ?? t(words[state])}
    </span>
  );
}
