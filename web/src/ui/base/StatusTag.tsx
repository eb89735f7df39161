import { statusByCode } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import './small.css';

/** The five states of the wire, and one of ours: asleep is a producer that is silent because it is night. */
export type Status = 'online' | 'alert' | 'offline' | 'asleep' | 'notRegistered' | 'uncommissioned';

const words: Record<Status, WordKey> = {
  online: 'status.online',
  alert: 'status.alert',
  offline: 'status.offline',
  asleep: 'status.asleep',
  notRegistered: 'status.notRegistered',
  uncommissioned: 'status.uncommissioned',
};

/** Shapes that differ without colour: a tick, a triangle, a struck ring, a moon, a dashed ring, a diamond. */
const shapes: Record<Status, ReactNode> = {
  online: (
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
  offline: (
    <>
      <circle cx="7" cy="7" r="5.300" stroke="currentColor" strokeWidth="1.500" />
      <path d="m3.400 10.600 7.200-7.200" stroke="currentColor" strokeWidth="1.500" />
    </>
  ),
  asleep: <path d="M12.300 8.700A5.600 5.600 0 1 1 5.300 1.700a4.600 4.600 0 0 0 7 7z" fill="currentColor" />,
  notRegistered: (
    <circle cx="7" cy="7" r="5.300" stroke="currentColor" strokeDasharray="2.200 2" strokeWidth="1.600" />
  ),
  uncommissioned: <path d="M7 1.300 12.700 7 7 12.700 1.300 7z" stroke="currentColor" strokeWidth="1.600" />,
};

/** The status of a plant or device by its number on the wire; unknown numbers count as offline. */
export const statusOf = (code: number): Status => statusByCode(code)?.key ?? 'offline';

/** The status in its plain words, for charts, exports and labels. */
export const statusWords = (status: Status): string => t(words[status]);

interface StatusTagProps {
  status: Status;
  /** Words in place of the status' own, such as the name of the alert. */
  children?: ReactNode;
  /** True: shape and word without the coloured ground, for dense tables. */
  isPlain?: boolean;
}

/** Always colour, shape and word. */
export function StatusTag({ status, children, isPlain }: StatusTagProps): ReactNode {
  return (
    <span className={`hp-status hp-status-${status}${isPlain ? ' hp-status-plain' : ''}`}>
      <svg aria-hidden="true" fill="none" height="14" strokeLinecap="round" viewBox="0 0 14 14" width="14">
        {shapes[status]}
      </svg>
      {children ?? t(words[status])}
    </span>
  );
}
