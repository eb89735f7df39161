// The readers of the store, newest values first; beside it `energies.ts` reads energies by hour, day, month and year,
// and `curves.ts` what happens within a day. Callers hand in plants that their user may see, the plant's time zone, and
// what time it is. The running day comes from `latest`, so nobody waits for the roll-up. All leaves in SI units.
import { localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { tenths } from '../take/running.ts';
import { siteBitsSql, sitePowerSql } from './state.ts';

/** Whose figures: a plant's, or those of one of its devices. */
export interface Scope {
  siteId: number;
  deviceId?: number | undefined;
  /** Of the plant. */
  timeZone: string;
}

export interface SiteNow {
  siteId: number;
  /** Instant of the newest report in ms. */
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
  /** 0 inverter, 1 meter, 2 battery. */
  kind: number;
  atMs: number;
  /** Meter: + import. Battery: + discharging. */
  powerW: number | null;
  statusBits: number;
  /** State byte of the newest frame. */
  state: number | null;
  dcVoltageV: number | null;
  acVoltageV: number | null;
  frequencyHz: number | null;
  temperatureC: number | null;
  socRatio: number | null;
  /** Inverter: produced. Meter: imported. Battery: charged. */
  todayWh: number;
  totalWh: number;
  /** Meter: exported today. Battery: discharged today. */
  todayOutWh: number;
  channels: ChannelNow[];
}

interface LatestRow extends Omit<DeviceNow, 'todayWh' | 'totalWh' | 'todayOutWh' | 'channels'> {
  day: string | null;
  dayWh: number;
  dayOutWh: number;
  beforeWh: number;
  chVoltage: (number | null)[] | null;
  chPower: (number | null)[] | null;
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
    select device_id as "deviceId", kind, (extract(epoch from at) * 1000)::float8 as "atMs",
      power / 10.0::float8 as "powerW", status_bits as "statusBits", state, dc_voltage / 100.0::float8 as "dcVoltageV",
      ac_voltage / 100.0::float8 as "acVoltageV", frequency / 1000.0::float8 as "frequencyHz",
      temperature / 10.0::float8 as "temperatureC", soc / 1000.0::float8 as "socRatio", day, day_wh as "dayWh",
      day_out_wh as "dayOutWh", before_wh as "beforeWh", ch_voltage as "chVoltage", ch_power as "chPower",
      ch_day_wh as "chDayWh", ch_before_wh as "chBeforeWh"
    from latest where site_id = ${siteId} ${deviceId === undefined ? sql`` : sql`and device_id = ${deviceId}`}
    order by device_id`.execute(db);
  const today = localDay(now, timeZone);
  return rows.map(({ day, dayWh, dayOutWh, beforeWh, chVoltage, chPower, chDayWh, chBeforeWh, ...row }) => {
    const isToday = day === today;
    const inSi = (stored: number | null | undefined, perUnit: number) =>
      stored === null || stored === undefined ? null : stored / perUnit;
    return {
      ...row,
      todayWh: isToday ? dayWh : 0,
      totalWh: tenths(beforeWh + dayWh),
      todayOutWh: isToday ? dayOutWh : 0,
      channels: (chPower ?? []).map((power, i) => ({
        addr: i + 1,
        voltageV: inSi(chVoltage?.[i], 100),
        powerW: inSi(power, 10),
        todayWh: isToday ? (chDayWh?.[i] ?? 0) : 0,
        totalWh: tenths((chBeforeWh?.[i] ?? 0) + (chDayWh?.[i] ?? 0)),
      })),
    };
  });
}

export interface ModuleNow extends ChannelNow {
  deviceId: number;
  atMs: number;
  statusBits: number;
}

/**
 * Newest values of every input of a plant, by device and input. An inverter that reports no channels has one input,
 * the inverter itself.
 */
export async function modulesNow(db: Db, scope: Scope, now: number): Promise<ModuleNow[]> {
  const devices = await deviceNow(db, scope, now);
  return devices
    .filter((device) => device.kind === 0)
    .flatMap(({ deviceId, atMs, statusBits, channels, dcVoltageV, powerW, todayWh, totalWh }) =>
      (channels.length > 0 ? channels : [{ addr: 1, voltageV: dcVoltageV, powerW, todayWh, totalWh }]).map(
        (channel) => ({ deviceId, atMs, statusBits, ...channel }),
      ),
    );
}
