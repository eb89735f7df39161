import type { Severity } from '@helioport/domain/condition';
import type { FaultSeverity } from '@helioport/domain/faults';
import type { ReactNode } from 'react';
import { wordsFor } from '../../i18n.ts';
import type { IconName } from '../base/Icon.tsx';
import { Tag } from '../base/Tag.tsx';

/** Icon and color of each severity. */
export const severityLooks: Record<Severity, { tone: 'plain' | 'alert' | 'act'; icon: IconName }> = {
  none: { tone: 'plain', icon: 'info' },
  info: { tone: 'plain', icon: 'info' },
  minor: { tone: 'act', icon: 'info' },
  major: { tone: 'alert', icon: 'alert' },
  critical: { tone: 'alert', icon: 'alert' },
};

/** The severity of an event or alarm as text. */
export const severityText = (severity: Severity): string => wordsFor(`event.severity.${severity}`, severity);

export function SeverityTag({ severity }: { severity: FaultSeverity }): ReactNode {
  const { tone, icon } = severityLooks[severity];
  return (
    <Tag icon={icon} tone={tone}>
      {severityText(severity)}
    </Tag>
  );
}
