// What the parts of the plant screen share.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { Severity } from '@helioport/domain/condition';
import { isLive, type StateKey } from '@helioport/domain/state';
import type { Verdict } from '@helioport/domain/verdict';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallFailure } from '../../api/failure.ts';

export type SiteDetail = OutputOf<typeof site.detail>;
export type SiteOverview = OutputOf<typeof site.overview>;

export interface Plant {
  sid: string;
  detail: SiteDetail;
  overview: UseQueryResult<SiteOverview, CallFailure>;
  state: StateKey;
  severity: Severity;
  /** The state from the newest reading alone. */
  reporting: StateKey;
  /** False where the last power is old news. */
  isLive: boolean;
  /** Milliseconds since 1970 of the newest report; null: there was none. */
  lastReportAt: number | null;
  verdict: Verdict;
  /** The instant, ms, for which all this is said. */
  now: number;
}

/** What is known of a plant: by the newer of its two answers. */
export function plantOf(
  sid: string,
  detail: SiteDetail,
  overview: UseQueryResult<SiteOverview, CallFailure>,
  now: number,
): Plant {
  const { state, severity, reporting, lastReportAt, verdict } = overview.data ?? detail;
  return {
    sid,
    detail,
    overview,
    state,
    severity,
    reporting,
    isLive: isLive(reporting),
    lastReportAt,
    verdict,
    now,
  };
}
