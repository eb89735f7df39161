import { wakesAt } from '@helioport/domain/standby';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { StatusTag } from '../base/StatusTag.tsx';
import { clockText } from './plantClock.ts';
import { type Seen, stateWords } from './stateWords.ts';

interface PlantStatusProps extends Seen {
  timeZone: string | undefined;
  /** Degrees, to calculate when a plant in standby resumes. */
  latitude?: number | undefined;
  longitude?: number | undefined;
  nowMs: number;
  /** True: shape and text without the colored background. */
  isPlain?: boolean;
}

/** The state as a tag; a plant in standby also shows the time of sunrise. */
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
