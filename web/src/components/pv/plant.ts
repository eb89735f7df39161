// What the parts of the plant screen share.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { Severity } from '@helioport/domain/condition';
import type { ConditionSummary } from '@helioport/domain/conditionSummary';
import { isLive, type StateKey } from '@helioport/domain/state';
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
  /** False if the last power is outdated. */
  isLive: boolean;
  /** Time of the newest reading, Unix ms; null if there is none. */
  lastReportAt: number | null;
  verdict: ConditionSummary;
  /** The instant of this data, ms. */
  now: number;
}

/** The data of a plant, from the newer of the two answers. */
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
