// State of devices, plants and fleets: live, delayed, standby or not reporting. The same rule exists in SQL
// (server/src/timeseries/current/state.ts); tests compare both.
import { HOUR_MS, MINUTE_MS } from './duration.ts';
import { isAlert } from './faults.ts';
import { STALE_AFTER_MS, type StatusCode } from './status.ts';
import { sunAt } from './sun.ts';

export const stateKeys = [
  'live',
  'alert',
  'stale',
  'asleep',
  'offline',
  'silent',
  'uncommissioned',
  'notRegistered',
] as const;
export type StateKey = (typeof stateKeys)[number];

/** Result of the rule: a state, and for an offline one whether it has lasted long enough to report. */
export interface ReportingState {
  readonly state: StateKey;
  readonly isLong: boolean;
}

const reportingState = (state: StateKey, isLong = false): ReportingState => ({ state, isLong });

/** From the worst to the best. Lists sort by the place in here, and SQL answers with it. */
export const reportingStates: readonly ReportingState[] = [
  reportingState('silent', true),
  reportingState('offline', true),
  reportingState('offline'),
  reportingState('alert'),
  reportingState('stale'),
  reportingState('live'),
  reportingState('asleep'),
  reportingState('notRegistered'),
  reportingState('uncommissioned'),
];

/** The state at a place in `reportingStates`. */
export const reportingStateAt = (place: number): ReportingState =>
  reportingStates[place] ?? reportingState('silent', true);

/** Places in `grades` that are of this state. */
export const placesOf = (state: StateKey): number[] =>
  reportingStates.flatMap((one, place) => (one.state === state ? [place] : []));

/**
 * Number of a state for API clients, which distinguish online, alert, not registered and uncommissioned from the rest.
 */
const numbers: Readonly<Record<StateKey, StatusCode>> = {
  live: 0,
  alert: 1,
  notRegistered: 2,
  uncommissioned: 3,
  stale: -1,
  asleep: -1,
  offline: -1,
  silent: -1,
};

export const statusOfState = (state: StateKey): StatusCode => numbers[state];

/** Whether current values in this state describe the present. */
export const isLive = (state: StateKey): boolean => state === 'live' || state === 'alert';

/** Whether the state is undetermined. */
export const isUnregistered = (state: StateKey): boolean =>
  state === 'uncommissioned' || state === 'notRegistered';

const RAD = Math.PI / 180;
/** The sun needs 24 hours for a turn. */
const MS_PER_DEGREE = 4 * MINUTE_MS;

/** The borders of the rule in ms, and of the sun. */
export const stateRule = {
  liveMs: STALE_AFTER_MS,
  /** Late by this much light and no more is stale. */
  staleMs: HOUR_MS,
  /** Daylight without readings after which a delay is reported. */
  longMs: 4 * HOUR_MS,
  silentMs: 24 * HOUR_MS,
  /**
   * Largest accepted clock deviation of a device into the future; readings beyond it do not describe the
   * current state.
   */
  aheadMs: 10 * MINUTE_MS,
  /** Inverters give up a while before it is dark, the more so behind trees and under clouds. */
  duskMs: 75 * MINUTE_MS,
  /**
   * Cosine of the zenith angle below which an inverter may not start on a dull morning: 6 degrees elevation.
   */
  cosLowSun: Math.cos(84 * RAD),
} as const;

/** What an instant has in common for all places: the sun's declination, and its hour angle over Greenwich. */
export interface SunClock {
  readonly sinDeclination: number;
  readonly cosDeclination: number;
  /** Degrees, 0 at noon. */
  readonly hourAngleDeg: number;
}

/** The sun of an instant (ms), Spencer's series as in `sunAt`. */
export function sunClock(nowMs: number): SunClock {
  const { declinationDeg, equationOfTimeMin } = sunAt(nowMs, 0, 0);
  const utcMinutes = (nowMs - Math.floor(nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS) / MINUTE_MS;
  return {
    sinDeclination: Math.sin(declinationDeg * RAD),
    cosDeclination: Math.cos(declinationDeg * RAD),
    hourAngleDeg: (utcMinutes + equationOfTimeMin) / 4 - 180,
  };
}

interface LastReading {
  readonly nowMs: number;
  /** Instant of the newest report in ms. */
  readonly lastReportAtMs: number;
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Whole micro-degrees: PostgreSQL fails to multiply numbers close to 0, and a latitude may be one. */
const tidy = (degrees: number) => Math.floor(degrees * 1e6 + 0.5) / 1e6;
const turned = (degrees: number) => degrees - 360 * Math.floor(degrees / 360);

/**
 * Daylight without a reading, in ms: that of the last day up to the time before dusk when inverters stop, and that of
 * today. Uses today's declination for both days, accurate to some minutes. 0 where the sun does not rise.
 */
export function lightMissed({ nowMs, lastReportAtMs, latitude, longitude }: LastReading): {
  isDown: boolean;
  missedMs: number;
} {
  const sun = sunClock(nowMs);
  const latitudeRad = tidy(latitude) * RAD;
  const cosHalfDay =
    (stateRule.cosLowSun - Math.sin(latitudeRad) * sun.sinDeclination) /
    (Math.cos(latitudeRad) * sun.cosDeclination);
  const halfDayDeg = Math.acos(Math.max(-1, Math.min(1, cosHalfDay))) / RAD;
  if (halfDayDeg === 0) return { isDown: true, missedMs: 0 };
  const angleDeg = turned(sun.hourAngleDeg + longitude);
  const isDown = angleDeg > halfDayDeg && angleDeg < 360 - halfDayDeg;
  const duskMs = nowMs - turned(angleDeg - halfDayDeg) * MS_PER_DEGREE;
  const dawnMs = nowMs - turned(angleDeg + halfDayDeg) * MS_PER_DEGREE;
  const lastDayMs = Math.max(0, duskMs - stateRule.duskMs - lastReportAtMs);
  const todayMs = isDown ? 0 : nowMs - Math.max(lastReportAtMs, dawnMs);
  return { isDown, missedMs: lastDayMs + todayMs };
}

/**
 * Input of the rule for a device, or for a plant from its producers (from all devices if no producer has ever
 * reported).
 */
export interface StateFacts {
  readonly nowMs: number;
  /** Device: claimed by a plant. Plant: has a device. */
  readonly isClaimed: boolean;
  readonly isCommissioned: boolean;
  /** Instant of the newest report in ms, null when there never was one. */
  readonly lastReportAtMs: number | null;
  /** Status words of the producers' current readings, or-ed together. */
  readonly statusBits: number;
  /** Reports only in daylight. */
  readonly isProducer: boolean;
  /**
   * Whether its status bits are faults; default: for producers only. Bits of a composite device are those of
   * its inverter.
   */
  readonly reportsFaults?: boolean;
  /** Degrees; null if unknown: the device is then never on standby. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * State of a device or plant. Communication loss outranks faults, because the last reported fault may be
 * outdated; low light is not a fault. For a producer, only daylight without readings counts, so it can be on
 * standby at night but not after it stopped at noon. A device that has reported is never uncommissioned.
 */
export function reportingStateOf(facts: StateFacts): ReportingState {
  const { nowMs, lastReportAtMs, isProducer, latitude, longitude } = facts;
  if (!facts.isClaimed) return reportingState('notRegistered');
  if (lastReportAtMs === null)
    return facts.isCommissioned ? reportingState('silent', true) : reportingState('uncommissioned');
  const ageMs = nowMs - lastReportAtMs;
  // Stored while the clock was ahead: not live, and no further conclusion.
  if (-ageMs > stateRule.aheadMs) return reportingState('offline');
  if (ageMs <= stateRule.liveMs)
    return reportingState(
      (facts.reportsFaults ?? isProducer) && isAlert(facts.statusBits) ? 'alert' : 'live',
    );
  const { isDown, missedMs } =
    isProducer && latitude !== null && longitude !== null
      ? lightMissed({ nowMs, lastReportAtMs, latitude, longitude })
      : { isDown: false, missedMs: ageMs };
  if (isDown && missedMs <= 0) return reportingState('asleep');
  if (ageMs >= stateRule.silentMs) return reportingState('silent', true);
  if (missedMs > stateRule.longMs) return reportingState('offline', true);
  return reportingState(!isDown && missedMs <= stateRule.staleMs ? 'stale' : 'offline');
}

/** The state alone. @internal Tests compare by it. */
export const stateOf = (facts: StateFacts): StateKey => reportingStateOf(facts).state;
