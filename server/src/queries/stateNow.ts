// Current state in responses: status, severity, age, power, issue and verdict, read and formatted alike for plants and
// devices.
import { type Condition, deviceCondition } from '@helioport/domain/condition';
import {
  type ConditionSummary,
  type DeviceIssue,
  type IssueKey,
  isSilence,
  type WorstAlarm,
} from '@helioport/domain/conditionSummary';
import { type DeviceKindKey, deviceKinds } from '@helioport/domain/deviceKinds';
import { localDay } from '@helioport/domain/periods';
import {
  conditionOfPlant,
  conditionSummaryOf,
  type PlantConditionFacts,
} from '@helioport/domain/plantCondition';
import { isLive, reportingStateAt, type StateKey } from '@helioport/domain/state';
import { type RawBuilder, sql } from 'kysely';
import {
  devicePowerSql,
  deviceReceivedAt,
  deviceStatusSql,
  openOfDevice,
  siteBitsSql,
  sitePowerSql,
  siteReceivedAt,
  siteStatusSql,
} from '../timeseries/current/state.ts';
import { conditionText } from './conditionText.ts';
import { statusOf } from './words.ts';

const ms = (column: RawBuilder<unknown>) => sql`round((extract(epoch from ${column}) * 1000)::float8)`;

/** What `deviceNowSql` reads. */
export interface FoundDeviceNow {
  kind: string;
  /** Place in `grades`. */
  reportingRank: number;
  /** Newest reading in ms. */
  lastAt: number | null;
  /** 0 unless the device is live. */
  nowW: number;
  /** Status word of its latest reading. */
  statusBits: number;
  /** Kind of the worst that is open for it, and since which local day. */
  openKind: string | null;
  openSince: string | null;
  issueKey: IssueKey | null;
  issueSince: string | null;
  /** Inputs whose modules are meant by it. */
  idleAddrs: number[];
}

/**
 * Columns of a device: needs `d`, `s`, `l`, `dt` and `dc` = the left joined rows of devices, sites, latest, device_issue and
 * device_condition.
 */
export const deviceNowSql = (now: number): RawBuilder<unknown> => sql`
  ${deviceStatusSql(now)} as "reportingRank", ${ms(deviceReceivedAt)} as "lastAt", ${devicePowerSql(now)} / 10.0 as "nowW",
  d.kind, coalesce(l.status_bits, 0) as "statusBits", ${openOfDevice} as "openKind",
  case when dc.kind = dt.key or dc.kind is null then dt.since_day else dc.since_day end as "openSince",
  dt.key as "issueKey", dt.since_day as "issueSince", coalesce(dt.addrs, '{}') as "idleAddrs"`;

/** A name that the catalogue of kinds does not have counts as what most devices are. */
export const kindOf = (name: string): DeviceKindKey =>
  deviceKinds.find(({ key }) => key === name)?.key ?? 'microinverter';

/** A live device has no communication loss, even if one was found some minutes ago. */
const issueOf = ({ issueKey, issueSince }: FoundDeviceNow, state: StateKey): DeviceIssue | null =>
  issueKey === null || (isSilence(issueKey) && isLive(state))
    ? null
    : { key: issueKey, sinceDay: issueSince };

/** Status fields of a response: displayed status, severity and cause, and the state by the latest reading alone. */
const conditionFields = (
  { state, status, severity, cause }: Condition,
  reporting: StateKey,
  lan: number,
) => ({ ...statusOf(status, lan), state, severity, cause, reporting });

/** The status of a device. */
export const deviceConditionOf = ({ reportingRank, lastAt, statusBits, openKind }: DeviceFacts): Condition =>
  deviceCondition({
    reportingState: reportingStateAt(reportingRank),
    hasReported: lastAt !== null,
    statusBits,
    open: openKind,
  });

type DeviceFacts = Pick<FoundDeviceNow, 'reportingRank' | 'lastAt' | 'statusBits' | 'openKind'>;

/** Status, severity, age and issue of a device in responses. */
export function deviceNowOf(device: FoundDeviceNow, lan: number) {
  const reporting = reportingStateAt(device.reportingRank).state;
  const condition = deviceConditionOf(device);
  return {
    kind: kindOf(device.kind),
    ...conditionFields(condition, reporting, lan),
    causeSince: condition.cause !== null && condition.cause === device.openKind ? device.openSince : null,
    lastReportAt: device.lastAt,
    trouble: issueOf(device, reporting),
  };
}

/** What `siteNowSql` reads. */
export interface FoundSiteNow {
  timezone: string;
  /** Place in `grades`. */
  reportingRank: number;
  /**
   * Its last update everywhere: the latest reading that determines its state, ms. That is of its producers, so that a
   * meter does not hide that they stopped reporting; of any device if no producer has reported.
   */
  lastReceivedAt: number | null;
  /** 0 unless the plant is live. */
  nowW: number;
  /** Status word of its live producers. */
  statusBits: number;
  /** Whether the alarm of its own communication loss is open. */
  isSilent: boolean;
  found: WorstAlarm | null;
}

/** Columns of a plant: needs `s`, `sl` and `sv` = the left joined row of site_condition. */
export const siteNowSql = (now: number): RawBuilder<unknown> => sql`
  ${siteStatusSql(now)} as "reportingRank", ${ms(siteReceivedAt)} as "lastReceivedAt",
  ${sitePowerSql(now)} / 10.0 as "nowW",
  case when coalesce(sl.status_bits, 0) = 0 then 0 else ${siteBitsSql(now)} end as "statusBits", coalesce(sl.is_not_reporting, false) as "isSilent",
  case when sv.key is not null then json_build_object('key', sv.key, 'count', sv.count, 'behind', sv.behind, 'sinceDay', sv.since_day,
    'sns', sv.sns) end as found`;

const factsOf = (site: FoundSiteNow): PlantConditionFacts => ({
  reportingState: reportingStateAt(site.reportingRank),
  timeZone: site.timezone,
  lastReportAtMs: site.lastReceivedAt,
  statusBits: site.statusBits,
  isSilent: site.isSilent,
  found: site.found,
});

/** Status fields of a response (`stateNow` of the contract), without number and text. */
export const stateNowOf = ({
  state,
  severity,
  cause,
  causeSince,
  reporting,
  lastReportAt,
}: Pick<SiteNow, 'state' | 'severity' | 'cause' | 'causeSince' | 'reporting' | 'lastReportAt'>) => ({
  state,
  severity,
  cause,
  causeSince,
  reporting,
  lastReportAt,
});

type SiteNow = ReturnType<typeof siteNowOf>;

/** Status, severity, age and verdict of a plant in responses, at the instant `now` (ms). */
export function siteNowOf(site: FoundSiteNow, lan: number, now: number) {
  const facts = factsOf(site);
  const { sns, ...condition }: ConditionSummary = conditionSummaryOf(facts);
  return {
    ...conditionFields(conditionOfPlant(facts), reportingStateAt(site.reportingRank).state, lan),
    causeSince: condition.sinceDay,
    lastReportAt: site.lastReceivedAt,
    verdict: {
      ...condition,
      sns: [...sns],
      text: conditionText({ ...condition, sns }, localDay(now, site.timezone), lan),
    },
  };
}
