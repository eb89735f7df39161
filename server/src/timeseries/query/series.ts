// Queries of the time-series store: current values. `energies.ts` reads energies by hour, day, month and year,
// `curves.ts` the course of a day. Callers pass plants visible to their user, the plant's time zone, and the time. The
// running day comes from `latest`, so it does not wait for the roll-up. All results are in SI units.
import { localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { everyMeasure, type Values, valuesOf } from '../catalogue.ts';
import { tenths } from '../counters/running.ts';
import { siteBitsSql, sitePowerSql } from '../current/state.ts';
import { roleOf } from '../kinds.ts';

/** Whose figures: a plant's, or those of one of its devices. */
export interface Scope {
  siteId: number;
  deviceId?: number | undefined;
  /** Of the plant. */
  timeZone: string;
}

export interface SiteNow {
  siteId: number;
  /** Instant of the newest reading in ms. */
  atMs: number;
  /** Sum over the producers that are live; 0 where none is. */
  powerW: number;
  statusBits: number;
  todayWh: number;
  totalWh: number;
}

/** Newest figures per plant; a plant that never reported is absent. */
export async function siteNow(
  db: Db,
  sites: readonly { siteId: number; timeZone: string }[],
  now: number,
): Promise<Map<number, SiteNow>> {
  const { rows } = await sql<
    Omit<SiteNow, 'todayWh' | 'totalWh'> & { day: string; dayWh: number; beforeWh: number }
  >`
    select sl.site_id as "siteId", (extract(epoch from at) * 1000)::float8 as "atMs",
      ${sitePowerSql(now)} / 10.0::float8 as "powerW", ${siteBitsSql(now)} as "statusBits", day, day_wh as "dayWh", before_wh as "beforeWh"
    from site_latest sl join sites s on s.id = sl.site_id where sl.site_id = any(${sites.map((s) => s.siteId)}::bigint[])`.execute(
    db,
  );
  const zones = new Map(sites.map((s) => [s.siteId, s.timeZone]));
  return new Map(
    rows.map(({ day, dayWh, beforeWh, ...row }) => {
      const isToday = day === localDay(now, zones.get(row.siteId) ?? 'UTC');
      return [row.siteId, { ...row, todayWh: isToday ? dayWh : 0, totalWh: tenths(beforeWh + dayWh) }];
    }),
  );
}

export interface ChannelNow {
  /** From 1. */
  addr: number;
  voltageV: number | null;
  powerW: number | null;
  todayWh: number;
  totalWh: number;
}

export interface DeviceNow {
  deviceId: number;
  /** Number of its kind. */
  kind: number;
  atMs: number;
  statusBits: number;
  /** State byte of the newest frame. */
  state: number | null;
  /** Values of the latest reading; counters keep their last known value. */
  values: Values;
  /** Inverter: produced. Meter: imported. Battery: charged. */
  todayWh: number;
  totalWh: number;
  /** Meter: exported today. Battery: discharged today. */
  todayOutWh: number;
  channels: ChannelNow[];
  /** The newest reading names no inputs. */
  isUndivided: boolean;
}

interface LatestRow
  extends Pick<DeviceNow, 'deviceId' | 'kind' | 'atMs' | 'statusBits' | 'state'>,
    Record<string, unknown> {
  day: string | null;
  dayWh: number;
  dayOutWh: number;
  beforeWh: number;
  chDayWh: (number | null)[] | null;
  chBeforeWh: (number | null)[] | null;
}

/** Newest values of a plant's devices (or of one) in the order of their numbers; who never reported is absent. */
export async function deviceNow(
  db: Db,
  { siteId, deviceId, timeZone }: Scope,
  now: number,
): Promise<DeviceNow[]> {
  const { rows } = await sql<LatestRow>`
    select l.device_id as "deviceId", l.kind, (extract(epoch from l.at) * 1000)::float8 as "atMs",
      l.status_bits as "statusBits", l.state, l.day, l.day_wh as "dayWh", l.day_out_wh as "dayOutWh",
      l.before_wh as "beforeWh", l.ch_day_wh as "chDayWh", l.ch_before_wh as "chBeforeWh", ${everyMeasure('l')}
    from latest l where l.site_id = ${siteId} ${deviceId === undefined ? sql`` : sql`and l.device_id = ${deviceId}`}
    order by l.device_id`.execute(db);
  const today = localDay(now, timeZone);
  return rows.map((row) => {
    const isToday = row.day === today;
    const values = valuesOf(row);
    const { power, dcVoltage } = values.inputs;
    return {
      deviceId: row.deviceId,
      kind: row.kind,
      atMs: row.atMs,
      statusBits: row.statusBits,
      state: row.state,
      values,
      todayWh: isToday ? row.dayWh : 0,
      totalWh: tenths(row.beforeWh + row.dayWh),
      todayOutWh: isToday ? row.dayOutWh : 0,
      isUndivided: power === undefined,
      // What inputs made stays known while readings do not name them.
      channels: (power ?? row.chBeforeWh?.map(() => null) ?? []).map((powerW, i) => ({
        addr: i + 1,
        voltageV: dcVoltage?.[i] ?? null,
        powerW,
        todayWh: isToday ? (row.chDayWh?.[i] ?? 0) : 0,
        totalWh: tenths((row.chBeforeWh?.[i] ?? 0) + (row.chDayWh?.[i] ?? 0)),
      })),
    };
  });
}

export interface ModuleNow extends ChannelNow {
  deviceId: number;
  atMs: number;
  statusBits: number;
  /** All inputs of the device together: it never named one. */
  isUndivided: boolean;
}

/**
 * Newest values of every input of a plant, by device and input. An inverter that never named an input has one row, the
 * inverter itself.
 */
export async function modulesNow(db: Db, scope: Scope, now: number): Promise<ModuleNow[]> {
  const devices = await deviceNow(db, scope, now);
  return devices
    .filter((device) => roleOf(device.kind) === 'sun')
    .flatMap(({ deviceId, atMs, statusBits, channels, values, todayWh, totalWh }) => {
      const { dcVoltage: voltageV = null, power: powerW = null } = values.scalars;
      const own = { addr: 1, voltageV, powerW, todayWh, totalWh };
      return (channels.length > 0 ? channels : [own]).map((channel) => ({
        deviceId,
        atMs,
        statusBits,
        isUndivided: channels.length === 0,
        ...channel,
      }));
    });
}
