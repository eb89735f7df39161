// What answers say of now: state, age, power, trouble and verdict, read and said in one way for plants and devices.
import { type DeviceKindKey, deviceKinds } from '@helioport/domain/deviceKinds';
import { localDay } from '@helioport/domain/periods';
import { gradeAt, isLive, type StateKey, statusOfState } from '@helioport/domain/state';
import {
  type FoundTrouble,
  isSilence,
  type Trouble,
  type TroubleKey,
  type Verdict,
  verdictOf,
} from '@helioport/domain/verdict';
import { type RawBuilder, sql } from 'kysely';
import {
  deviceGradeSql,
  deviceHeardAt,
  devicePowerSql,
  siteGradeSql,
  siteHeardAt,
  sitePowerSql,
} from '../telemetry/read/state.ts';
import { verdictText } from './verdictText.ts';
import { statusOf } from './words.ts';

const ms = (column: RawBuilder<unknown>) => sql`round((extract(epoch from ${column}) * 1000)::float8)`;

/** What `deviceNowSql` reads. */
export interface FoundDeviceNow {
  kind: string;
  /** Place in `grades`. */
  grade: number;
  /** Newest report in ms. */
  lastAt: number | null;
  /** 0 unless the device is live. */
  nowW: number;
  troubleKey: TroubleKey | null;
  troubleSince: string | null;
  /** Inputs whose modules are meant by it. */
  idleAddrs: number[];
}

/** Columns of a device: needs `d`, `s`, `l` and `dt` = the left joined rows of devices, sites, latest and device_trouble. */
export const deviceNowSql = (now: number): RawBuilder<unknown> => sql`
  ${deviceGradeSql(now)} as grade, ${ms(deviceHeardAt)} as "lastAt", ${devicePowerSql(now)} / 10.0 as "nowW",
  d.kind, dt.key as "troubleKey", dt.since_day as "troubleSince", coalesce(dt.addrs, '{}') as "idleAddrs"`;

/** A name that the catalogue of kinds does not have counts as what most devices are. */
export const kindOf = (name: string): DeviceKindKey =>
  deviceKinds.find(({ key }) => key === name)?.key ?? 'microinverter';

/** A device that speaks again is no longer silent, whatever was found some minutes ago. */
const troubleOf = ({ troubleKey, troubleSince }: FoundDeviceNow, state: StateKey): Trouble | null =>
  troubleKey === null || (isSilence(troubleKey) && isLive(state))
    ? null
    : { key: troubleKey, sinceDay: troubleSince };

/** State, age and trouble of a device as answers carry them. */
export function deviceNowOf(device: FoundDeviceNow, lan: number) {
  const { state } = gradeAt(device.grade);
  return {
    kind: kindOf(device.kind),
    ...statusOf(statusOfState(state), lan),
    state,
    lastReportAt: device.lastAt,
    trouble: troubleOf(device, state),
  };
}

/** What `siteNowSql` reads. */
export interface FoundSiteNow {
  timezone: string;
  /** Place in `grades`. */
  grade: number;
  /** Newest report of anything in the plant, ms. */
  lastAt: number | null;
  /** Newest report by which its state is judged, ms. */
  heardAt: number | null;
  /** 0 unless the plant is live. */
  nowW: number;
  found: FoundTrouble | null;
}

/** Columns of a plant: needs `s`, `sl` and `sv` = the left joined row of site_verdict. */
export const siteNowSql = (now: number): RawBuilder<unknown> => sql`
  ${siteGradeSql(now)} as grade, ${ms(sql`sl.at`)} as "lastAt", ${ms(siteHeardAt)} as "heardAt",
  ${sitePowerSql(now)} / 10.0 as "nowW",
  case when sv.key is not null then json_build_object('key', sv.key, 'count', sv.count, 'behind', sv.behind, 'sinceDay', sv.since_day,
    'sns', sv.sns) end as found`;

/** The verdict over a plant. */
const verdictOver = (site: FoundSiteNow): Verdict =>
  verdictOf({
    grade: gradeAt(site.grade),
    timeZone: site.timezone,
    lastReportAtMs: site.heardAt,
    found: site.found,
  });

/** State, age and verdict of a plant as answers carry them, at the instant `now` (ms). */
export function siteNowOf(site: FoundSiteNow, lan: number, now: number) {
  const { state } = gradeAt(site.grade);
  const { sns, ...verdict } = verdictOver(site);
  return {
    ...statusOf(statusOfState(state), lan),
    state,
    lastReportAt: site.heardAt,
    verdict: {
      ...verdict,
      sns: [...sns],
      text: verdictText({ ...verdict, sns }, localDay(now, site.timezone), lan),
    },
  };
}
