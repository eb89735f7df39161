// The rule of domain/state as SQL, for filtering, sorting, counting and paging lists. Returns an index of `grades`. The
// position of the sun is calculated in domain/state and passed with the instant, so the statement text is constant and
// can be prepared.
import { alarmKinds } from '@helioport/domain/alarms';
import {
  type ConditionKey,
  conditions,
  type Severity,
  severityOfKind,
  severityPlace,
} from '@helioport/domain/condition';
import { type ConditionLevel, isSilence, issueKeys } from '@helioport/domain/conditionSummary';
import { isComposite, isGateway } from '@helioport/domain/deviceKinds';
import { faults } from '@helioport/domain/faults';
import {
  placesOf,
  reportingStates,
  type StateKey,
  stateRule,
  statusOfState,
  sunClock,
} from '@helioport/domain/state';
import { type RawBuilder, sql } from 'kysely';
import { mainColumn } from '../catalogue.ts';
import { isProducer, kindNameIn, kindNumberSql } from '../kinds.ts';

type Sql = RawBuilder<unknown>;

const mainPower = sql.raw(mainColumn('l', 'mainPower'));

/** Bits for low light (domain/faults isLowLight). */
const LOW_LIGHT_BITS = 0x8002;
const FAULT_BITS = 0xffff & ~LOW_LIGHT_BITS;
/** Bits of dangerous faults. */
export const CRITICAL_BITS = faults.reduce(
  (bits, fault) => (fault.severity === 'critical' ? bits | (1 << fault.bit) : bits),
  0,
);

const place = (state: StateKey, isLong = false) =>
  sql.lit(reportingStates.findIndex((one) => one.state === state && one.isLong === isLong));
const ago = (now: number, ms: number) => sql`${new Date(now - ms)}::timestamptz`;
const turned = (degrees: Sql) => sql`(${degrees} - 360 * floor((${degrees}) / 360))`;

/** Newest rows of what lives on the sun. */
const isProducing = kindNumberSql('l.kind', isProducer);

/** What is answered with for a reporting state: its place in `reportingStates`, or what follows from it. */
type StateSql = (state: StateKey, isLong?: boolean) => Sql;

const RANKS = 16;

/** Decodes a rank: index in `grades` of the displayed state, index in `severities`. */
export const readRank = (rank: number) => ({
  reportingRank: rank % RANKS,
  severity: Math.floor(rank / RANKS),
});

const severityLit = (severity: Severity): Sql => sql.lit(severityPlace(severity) * RANKS);
const litsOf = (kinds: readonly string[]): Sql => sql.join(kinds.map((kind) => sql.lit(kind)));
const kindsOfSeverity = (severity: Severity): string[] =>
  alarmKinds.map(({ kind }) => kind).filter((kind) => severityOfKind(kind) === severity);

interface Open {
  /** Newest reading by which the state is evaluated. */
  at: Sql;
  bits: Sql;
  /** Kind of the worst open alarm; null: none. */
  kind: Sql;
  /** Kinds that are the communication loss of this very thing, */
  losses: readonly string[];
  /** and whether it is open. */
  isLost: Sql;
}

/**
 * The rule of domain/condition: severity, the lowest value being the worst, combined with the displayed state. Each
 * state is evaluated to its rank directly, so that it is calculated once.
 */
function rankOf({ at, bits, kind, losses, isLost }: Open): StateSql {
  const rank = (key: ConditionKey, shown: Sql): Sql => sql`${severityLit(conditions[key])} + ${shown}`;
  const alert = place('alert');
  const when = (severity: Severity, key: ConditionKey): Sql => {
    const kinds = kindsOfSeverity(severity).filter((one) => !losses.includes(one));
    return kinds.length === 0 ? sql`` : sql`when ${kind} in (${litsOf(kinds)}) then ${rank(key, alert)}`;
  };
  const byAlarm = (
    otherwise: Sql,
  ): Sql => sql`${when('critical', 'criticalAlarm')} ${when('major', 'majorAlarm')}
    ${when('minor', 'minorAlarm')} else ${otherwise} end`;
  const lost = (shown: Sql): Sql => sql`case when ${isLost} then ${rank('silent', shown)} `;
  return (state, isLong = false) => {
    const own = place(state, isLong);
    switch (state) {
      case 'notRegistered':
        return rank('unregistered', own);
      case 'uncommissioned':
        return sql`${lost(place('silent', true))} else ${rank('unregistered', own)} end`;
      case 'silent':
        return sql`case when ${at} is null and not ${isLost} then ${rank('neverReported', own)} else ${rank('silent', own)} end`;
      case 'offline':
        return sql`${lost(own)} ${byAlarm(rank('offline', own))}`;
      case 'stale':
        return sql`${lost(place('silent', true))} ${byAlarm(rank('late', own))}`;
      case 'asleep':
        return sql`${lost(place('silent', true))} ${byAlarm(rank('well', own))}`;
      case 'live':
        return sql`case ${byAlarm(rank('well', own))}`;
      case 'alert':
        return sql`case ${when('critical', 'criticalAlarm')}
          when (${bits}) & ${sql.lit(CRITICAL_BITS)} <> 0 then ${rank('criticalFault', own)}
          ${when('major', 'majorAlarm')} ${when('minor', 'minorAlarm')} else ${rank('fault', own)} end`;
    }
  };
}

/**
 * State of a producer with delayed readings. `offset 0` prevents the planner from inlining the angles, which would be
 * calculated five times.
 */
function lateProducer(now: number, at: Sql, stateSql: StateSql): Sql {
  const sun = sunClock(now);
  const latitude = sql`radians(floor(s.latitude * 1e6 + 0.5) / 1e6)`;
  const lit = (value: number) => sql`${sql.lit(value)}::float8`;
  const given = (value: number) => sql`${value}::float8`;
  return sql`(
    select case
      when late.is_down and late.missed <= 0 then ${stateSql('asleep')}
      when ${at} <= ${ago(now, stateRule.silentMs)} then ${stateSql('silent', true)}
      when late.missed > ${lit(stateRule.longMs)} then ${stateSql('offline', true)}
      when not late.is_down and late.missed <= ${lit(stateRule.staleMs)} then ${stateSql('stale')}
      else ${stateSql('offline')} end
    from (
      select sky.half_day = 0 or (sky.angle > sky.half_day and sky.angle < 360 - sky.half_day) as is_down,
        case when sky.half_day = 0 then 0 else
          greatest(0, sky.age - ${turned(sql`sky.angle - sky.half_day`)} * 240000 - ${lit(stateRule.duskMs)})
          + case when sky.angle > sky.half_day and sky.angle < 360 - sky.half_day then 0
            else least(sky.age, ${turned(sql`sky.angle + sky.half_day`)} * 240000) end end as missed
      from (
        select ${turned(sql`s.longitude + ${given(sun.hourAngleDeg)}`)} as angle,
          ${given(now)} - date_part('epoch', ${at}) * 1000 as age,
          degrees(acos(greatest(-1, least(1,
            (${lit(stateRule.cosLowSun)} - sin(${latitude}) * ${given(sun.sinDeclination)})
            / (cos(${latitude}) * ${given(sun.cosDeclination)}))))) as half_day
        offset 0
      ) sky offset 0
    ) late)`;
}

interface Facts {
  isClaimed: Sql;
  isProducer: Sql;
  /** Whether its bits are faults: for producers, and for composite devices, whose bits are those of their inverter. */
  reportsFaults: Sql;
  at: Sql;
  bits: Sql;
}

const statusSql = (
  now: number,
  { isClaimed, isProducer, reportsFaults, at, bits }: Facts,
  stateSql: StateSql = place,
): RawBuilder<number> =>
  sql<number>`(case
    when not (${isClaimed}) then ${stateSql('notRegistered')}
    when ${at} is null then case when s.commissioned_at <= ${ago(now, 0)} then ${stateSql('silent', true)}
      else ${stateSql('uncommissioned')} end
    when ${at} > ${ago(now, -stateRule.aheadMs)} then ${stateSql('offline')}
    when ${at} >= ${ago(now, stateRule.liveMs)} then
      case when ${reportsFaults} and (${bits}) & ${sql.lit(FAULT_BITS)} <> 0 then ${stateSql('alert')} else ${stateSql('live')} end
    when ${isProducer} and s.latitude is not null and s.longitude is not null then ${lateProducer(now, at, stateSql)}
    when ${at} <= ${ago(now, stateRule.silentMs)} then ${stateSql('silent', true)}
    when ${at} < ${ago(now, stateRule.longMs)} then ${stateSql('offline', true)}
    when ${at} < ${ago(now, stateRule.staleMs)} then ${stateSql('offline')}
    else ${stateSql('stale')} end)`;

// `limit 1` prevents the planner from hashing all devices of the installation for one page of plants, as it does for a
// plain `exists`.
const hasDevices = sql`coalesce((select true from devices sd where sd.site_id = s.id and sd.retired_at is null limit 1), false)`;

/** Whether the current reading `l` of a device describes the present; or a reading of another instant. */
const isNow = (now: number, at = sql`l.at`): Sql =>
  sql`${at} between ${ago(now, stateRule.liveMs)} and ${ago(now, -stateRule.aheadMs)}`;

/** A figure over the producers that are live, newly counted only where some of those in site_latest no longer are. */
const overLive = (now: number, stored: Sql, counted: Sql): Sql => sql`(case
  when sl.produced_at is null or sl.produced_at < ${ago(now, stateRule.liveMs)} then 0
  when sl.counted_since >= ${ago(now, stateRule.liveMs)} and sl.produced_at <= ${ago(now, -stateRule.aheadMs)} then ${stored}
  else (select coalesce(${counted}, 0) from latest l
    where l.site_id = s.id and ${isProducing} and ${isNow(now)}) end)`;

/** Power now of a plant in steps of 0.1 W, 0 unless it is live: needs `s` = sites, `sl` = site_latest. */
export const sitePowerSql = (now: number): RawBuilder<number> =>
  overLive(now, sql`sl.power`, sql`sum(${mainPower})`) as RawBuilder<number>;

/** Status bits of a plant's live producers: needs `s` and `sl`. */
export const siteBitsSql = (now: number): RawBuilder<number> =>
  overLive(now, sql`sl.status_bits`, sql`bit_or(l.status_bits)`) as RawBuilder<number>;

/**
 * Time of the reading that determines the state of a plant: the latest of its producers, or of all devices if no
 * producer has reported. Needs `sl`.
 */
export const siteReceivedAt: Sql = sql`coalesce(sl.produced_at, sl.at)`;

const siteFacts = (now: number, isClaimed: Sql): Facts => ({
  isClaimed,
  isProducer: sql`sl.produced_at is not null`,
  reportsFaults: sql`sl.produced_at is not null`,
  at: siteReceivedAt,
  bits: siteBitsSql(now),
});

/**
 * Place in `grades` of a plant: needs `s` = its row of sites and `sl` = its left joined row of site_latest. For a few plants:
 * whether one has a device is looked up for each.
 */
export const siteStatusSql = (now: number): RawBuilder<number> => statusSql(now, siteFacts(now, hasDevices));

/** Time of the last reading from a gateway or its connected devices: needs `d` and `l`. */
const gatewayReceivedAt: Sql = sql`greatest(l.at, (
    select max(bl.at) from devices b join latest bl on bl.site_id = b.site_id and bl.device_id = b.id
    where b.gateway_id = d.id and b.site_id = d.site_id and b.retired_at is null))`;

/**
 * Time of the last reading of a device; for a composite device that of its components, for a gateway also that of its
 * connected devices: needs `d` and `l`.
 */
export const deviceReceivedAt: Sql = sql`(case when ${kindNameIn('d.kind', isComposite)} then (
    select max(pl.at) from devices part join latest pl on pl.site_id = part.site_id and pl.device_id = part.id
    where part.parent_id = d.id and part.retired_at is null)
  when ${kindNameIn('d.kind', isGateway)} then ${gatewayReceivedAt}
  else l.at end)`;

const deviceStatusAt = (now: number, at: Sql, stateSql?: StateSql): RawBuilder<number> =>
  statusSql(
    now,
    {
      isClaimed: sql`d.site_id is not null`,
      // Devices connected through a gateway are producers.
      isProducer: kindNameIn('d.kind', (kind) => isProducer(kind) || isGateway(kind)),
      reportsFaults: kindNameIn('d.kind', (kind) => isProducer(kind) || isComposite(kind)),
      at,
      bits: sql`l.status_bits`,
    },
    stateSql,
  );

/** Only composite devices and gateways need a lookup of other devices; all others use their own reading. */
const ofDevice = (statusOf: (at: Sql) => Sql): RawBuilder<number> => sql<number>`(case
  when ${kindNameIn('d.kind', (kind) => isComposite(kind) || isGateway(kind))} then (
    select ${statusOf(sql`received.at`)} from (select ${deviceReceivedAt} as at offset 0) received)
  else ${statusOf(sql`l.at`)} end)`;

/**
 * Place in `grades` of a device: needs `d` = its row of devices, `s` = the left joined row of its plant, `l` = its left
 * joined row of latest.
 */
export const deviceStatusSql = (now: number): RawBuilder<number> => ofDevice((at) => deviceStatusAt(now, at));

const silences = issueKeys.filter(isSilence);

/**
 * The worst that is open for a device: of its alarms, else of what was found about it. Needs `dc` and `dt` = its left joined
 * rows of device_condition and device_issue.
 */
export const openOfDevice: Sql = sql`coalesce(dc.kind, dt.key)`;

/** How severe the status of a device is, the least the worst: needs what `deviceStatusSql` and `openOfDevice` need. */
export const deviceRank = (now: number): RawBuilder<number> =>
  ofDevice((at) =>
    deviceStatusAt(
      now,
      at,
      rankOf({
        at,
        bits: sql`l.status_bits`,
        kind: openOfDevice,
        losses: silences,
        isLost: sql`coalesce(${openOfDevice} in (${litsOf(silences)}), false)`,
      }),
    ),
  );

/** Place in `grades` of the state by which a device is shown: needs what `deviceRank` needs. */
export const deviceShownSql = (now: number): RawBuilder<number> =>
  sql<number>`${deviceRank(now)} % ${sql.lit(RANKS)}`;

/** Indexes in `grades` of states without readings for long enough to report. */
export const silentPlaces: readonly number[] = [
  ...placesOf('silent'),
  ...placesOf('offline').filter((one) => reportingStates[one]?.isLong),
];

/** Power now of a device in steps of 0.1 W, 0 unless it is live: needs `l`. */
export const devicePowerSql = (now: number): RawBuilder<number> =>
  sql<number>`(case when ${isNow(now)} then coalesce(${mainPower}, 0) else 0 end)`;

const among = (status: Sql, places: readonly number[]): Sql =>
  places.length === 0 ? sql`false` : sql`${status} in (${sql.join(places.map((one) => sql.lit(one)))})`;

/** Whether a reporting state is of this state. */
export const isState = (status: Sql, state: StateKey): Sql => among(status, placesOf(state));

/** Whether a reporting state is of this number of old clients. */
export const isStatus = (reportingRank: Sql, status: number): Sql =>
  among(
    reportingRank,
    reportingStates.flatMap(({ state }, i) => (statusOfState(state) === status ? [i] : [])),
  );

/**
 * Which plants `s` of a list of all have a device, as `claimed`: one index scan instead of a lookup per plant. Grouped,
 * so that the planner removes the join if it is not used.
 */
export const claimsOfAll: Sql = sql`
  left join (select c.site_id from devices c where c.retired_at is null group by c.site_id) claimed on claimed.site_id = s.id`;

/** The same by a lookup per plant: for users who see some plants, to avoid reading the devices of all others. */
export const claimsOfSome: Sql = sql`
  cross join lateral (
    select (select c.site_id from devices c where c.site_id = s.id and c.retired_at is null limit 1) as site_id
  ) claimed`;

const isAmongClaimed = sql`claimed.site_id is not null`;

const openOfSite: Sql = sql`sv.key`;

/**
 * How severe the status of a plant is, the least the worst: its severity, then its state. Needs `s`, `sl`, `sv` = the left
 * joined row of site_condition, and `claimed` of `claimsOfAll` or `claimsOfSome`.
 */
export const siteRank = (now: number): RawBuilder<number> =>
  statusSql(
    now,
    siteFacts(now, isAmongClaimed),
    rankOf({
      at: siteReceivedAt,
      bits: siteBitsSql(now),
      kind: openOfSite,
      losses: ['plantSilent'],
      isLost: sql`coalesce(sl.is_not_reporting, false)`,
    }),
  );

/** Place in `grades` of the state by which a plant is shown: needs what `siteRank` needs. */
export const siteShown = (now: number): RawBuilder<number> =>
  sql<number>`${siteRank(now)} % ${sql.lit(RANKS)}`;

/** Whether a rank is of this severity. */
export const isSeverity = (rank: Sql, severity: Severity): RawBuilder<unknown> =>
  sql`${rank} / ${sql.lit(RANKS)} = ${sql.lit(severityPlace(severity))}`;

const firstOf = (severity: Severity) => sql.lit(severityPlace(severity) * RANKS);

/** Whether the condition of a plant has this level (domain/plantCondition `levelOf`): needs the same rows as `siteRank`. */
export function isCondition(now: number, level: ConditionLevel): RawBuilder<unknown> {
  const rank = siteRank(now);
  if (level === 'bad') return sql`${rank} < ${firstOf('minor')}`;
  if (level === 'notice') return sql`${rank} between ${firstOf('minor')} and ${firstOf('none')} - 1`;
  const unregistered = (['uncommissioned', 'notRegistered'] as const).map(
    (state) => sql`${firstOf('none')} + ${place(state)}`,
  );
  return level === 'none'
    ? sql`${rank} in (${sql.join(unregistered)})`
    : sql`${rank} >= ${firstOf('none')} and ${rank} not in (${sql.join(unregistered)})`;
}

/** Most plants to be read one by one; beyond it, one pass over all of them is faster. @internal Tests exceed it. */
export const MOST_SUSPECTS = 1000;

/**
 * Plants, as `suspect.id`, that include all with a bad verdict: those without readings for long, and those with a
 * severe finding. Few if most plants operate normally, and found without calculating any state. Empty if there are too
 * many.
 */
export const suspects = (now: number): Sql => sql`
  from (
    select array(
      select sl.site_id from site_latest sl
      where sl.at <= ${ago(now, stateRule.silentMs)} or sl.produced_at <= ${ago(now, stateRule.silentMs)}
      union select sl.site_id from site_latest sl where sl.is_not_reporting
      union select sl.site_id from site_latest sl where sl.status_bits & ${sql.lit(CRITICAL_BITS)} <> 0
      union select sv.site_id from site_condition sv
        where sv.key in (${litsOf([...kindsOfSeverity('critical'), ...kindsOfSeverity('major')])})
      limit ${sql.lit(MOST_SUSPECTS + 1)}) as ids
    offset 0
  ) found
  cross join lateral unnest(case when cardinality(found.ids) <= ${sql.lit(MOST_SUSPECTS)} then found.ids end) as suspect (id)`;
