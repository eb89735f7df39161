// Concerns about the health of the installation, as sentences.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { Concern } from '@helioport/contract/health';
import type { overview } from '@helioport/contract/overview';
import { HOUR_MS } from '@helioport/domain/duration';
import { t } from '../../i18n.ts';

/** One sentence per open concern, the most severe first; `now` in ms. */
export function concernTexts(health: OutputOf<typeof overview.health>, now: number): string[] {
  const { concerns, mismatchCounts, dirtyDays, disk } = health;
  const texts: Record<Concern, () => string> = {
    clock: () => t('health.concern.clock'),
    sums: () => t('health.concern.sums', { count: mismatchCounts.waiting + mismatchCounts.recomputed }),
    disk: () => t('health.concern.disk', { count: disk?.daysLeft ?? 0 }),
    broker: () => t('health.concern.broker'),
    upstream: () => t('health.concern.upstream', { host: health.upstream?.host ?? '' }),
    backup: () => t('health.concern.backup'),
    check: () => t('health.concern.check'),
    rollUp: () =>
      t('health.concern.rollUp', { count: Math.floor((now - (dirtyDays.markedAt ?? now)) / HOUR_MS) }),
  };
  return concerns.map((concern) => texts[concern]());
}
