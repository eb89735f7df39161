import type { ReactNode } from 'react';
import { t } from '../i18n.ts';
import { StatusTag } from '../ui/base/StatusTag.tsx';
import { clockText } from './plantClock.ts';
import type { PlantState } from './plantState.ts';

interface PlantStatusProps {
  state: PlantState;
  timeZone: string | undefined;
  /** True: shape and word without the coloured ground. */
  isPlain?: boolean;
}

/** The status in its tag; a plant that sleeps says when the sun wakes it. */
export function PlantStatus({ state, timeZone, isPlain = false }: PlantStatusProps): ReactNode {
  if (state.wakesAt === null || !timeZone) return <StatusTag isPlain={isPlain} status={state.status} />;
  const words = t('site.asleepUntil', { time: clockText(state.wakesAt, timeZone) });
  return (
    <StatusTag isPlain={isPlain} status="asleep">
      {words}
    </StatusTag>
  );
}
