import { wakesAt } from '@helioport/domain/nights';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { StatusTag } from '../base/StatusTag.tsx';
import { clockText } from './plantClock.ts';
import { type Seen, stateWords } from './stateWords.ts';

interface PlantStatusProps extends Seen {
  timeZone: string | undefined;
  /** Degrees, for the hour at which a sleeping plant wakes. */
  latitude?: number | undefined;
  longitude?: number | undefined;
  nowMs: number;
  /** True: shape and word without the coloured ground. */
  isPlain?: boolean;
}

/** The state in its tag; a plant that sleeps says when the sun wakes it. */
export function PlantStatus(props: PlantStatusProps): ReactNode {
  const { timeZone = 'UTC', latitude, longitude, nowMs, isPlain = false, ...seen } = props;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  const wakes = seen.state === 'asleep' && hasPlace ? wakesAt(nowMs, latitude, longitude) : null;
  return (
    <StatusTag isPlain={isPlain} severity={seen.severity} state={seen.state}>
      {wakes === null
        ? stateWords(seen, { timeZone, nowMs })
        : t('site.asleepUntil', { time: clockText(wakes, timeZone) })}
    </StatusTag>
  );
}
