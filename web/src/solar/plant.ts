// What the parts of the plant screen share.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallFailure } from '../api/failure.ts';
import type { PlantState } from './plantState.ts';

export type SiteDetail = OutputOf<typeof site.detail>;
export type SiteOverview = OutputOf<typeof site.overview>;

export interface Plant {
  sid: string;
  detail: SiteDetail;
  overview: UseQueryResult<SiteOverview, CallFailure>;
  state: PlantState;
  /** Milliseconds since 1970 of the newest report; null: there was none. */
  lastReportAt: number | null;
  /** The instant, ms, for which all this is said. */
  now: number;
}
