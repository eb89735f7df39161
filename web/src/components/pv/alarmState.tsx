import type { AlarmState } from '@helioport/domain/alarms';
import type { ReactNode } from 'react';
import { wordsFor } from '../../i18n.ts';
import type { IconName } from '../base/Icon.tsx';
import { Tag } from '../base/Tag.tsx';

/** An open alarm has the color of its severity, which is shown next to it. */
const looks: Record<AlarmState, { tone: 'plain' | 'act' | 'good'; icon: IconName }> = {
  open: { tone: 'plain', icon: 'alert' },
  acknowledged: { tone: 'act', icon: 'eye' },
  snoozed: { tone: 'plain', icon: 'clock' },
  cleared: { tone: 'good', icon: 'check' },
  recovered: { tone: 'good', icon: 'check' },
};

/** The state of an alarm as text. */
export const alarmStateText = (state: AlarmState): string => wordsFor(`alarm.state.${state}`, state);

export function AlarmStateTag({ state }: { state: AlarmState }): ReactNode {
  const { tone, icon } = looks[state];
  return (
    <Tag icon={icon} tone={tone}>
      {alarmStateText(state)}
    </Tag>
  );
}
