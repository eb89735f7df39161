import type { CommandState } from '@helioport/domain/parameters';
import type { ReactNode } from 'react';
import type { IconName } from '../../base/Icon.tsx';
import { Tag } from '../../base/Tag.tsx';

const looks: Record<CommandState, { tone: 'plain' | 'good' | 'alert' | 'act'; icon: IconName }> = {
  waiting: { tone: 'act', icon: 'users' },
  queued: { tone: 'plain', icon: 'clock' },
  sent: { tone: 'act', icon: 'up' },
  confirmed: { tone: 'good', icon: 'check' },
  refused: { tone: 'alert', icon: 'close' },
  expired: { tone: 'plain', icon: 'alert' },
  withdrawn: { tone: 'plain', icon: 'close' },
};

/** The state of a command. */
export function CommandTag({
  command: { state, stateTitle, isDeclined },
}: {
  command: { state: CommandState; stateTitle: string; isDeclined: boolean };
}): ReactNode {
  return <Tag {...looks[isDeclined ? 'refused' : state]}>{stateTitle}</Tag>;
}
