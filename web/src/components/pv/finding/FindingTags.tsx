import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { Tag } from '../../base/Tag.tsx';
import { severityLooks } from '../SeverityTag.tsx';
import { causeText, confidenceText, type FindingRow } from './findingText.ts';

/** Cause, confidence and status as text. */
export function FindingTags({
  found,
}: {
  found: Pick<FindingRow, 'cause' | 'scope' | 'confidence' | 'isFault' | 'severity' | 'until'>;
}): ReactNode {
  const { cause, scope, confidence, isFault, severity, until } = found;
  const { icon, tone } = severityLooks[severity];
  return (
    <div className="hp-alarm-tags">
      <Tag icon={icon} tone={until === null ? tone : 'plain'}>
        {causeText(cause, scope)}
      </Tag>
      {isFault && <Tag tone="plain">{confidenceText(confidence)}</Tag>}
      {until !== null && (
        <Tag icon="check" tone="plain">
          {t('finding.closed')}
        </Tag>
      )}
    </div>
  );
}
