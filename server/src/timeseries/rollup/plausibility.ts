// Plausibility checks of completed days: a device produced more than clear-sky energy, or reported power in the dark.
// Stored as log entries.

import { clearSkyPowerOf } from '@helioport/domain/clearSky';
import { HOUR_MS } from '@helioport/domain/duration';
import { type ImplausibleKey, implausibleKeys } from '@helioport/domain/eventKinds';
import { dayBounds } from '@helioport/domain/periods';
import { sunAt } from '@helioport/domain/sun';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import type { SiteDay } from '../marks/dirty.ts';
import { type SitePlant, skyPlants } from '../query/skies.ts';

/** The borders of the rules: analytics of module-level plants, "data quality first". */
const rule = {
  /** A day's energy above this multiple of the clear-sky energy is too much, */
  sky: 1.25,
  /** if clear-sky energy is at least this many hours of full power: the model is too coarse for low winter sun. */
  leastHours: 1,
  /** Power above this share of the rating, and above this in W, while the sun is lower than this. */
  nightShare: 0.005,
  nightW: 5,
  nightSunDeg: -6,
} as const;

interface Implausibility extends SiteDay {
  deviceId: number;
  key: ImplausibleKey;
}

/** Rechecks the plausibility of these plant days and stores the doubts. */
export async function checkPlausibility(tx: Tx, days: readonly SiteDay[]): Promise<void> {
  const skies = await skyPlants(tx, [...new Set(days.map(({ siteId }) => siteId))]);
  const zones = await zonesOf(tx, [...skies.keys()]);
  const placed = days.flatMap(({ siteId, day }) => {
    const sky = skies.get(siteId);
    const zone = zones.get(siteId);
    return sky && zone ? [{ siteId, day, sky, ...dayBounds(day, zone) }] : [];
  });
  await keep(tx, days, placed, [...(await tooMuch(tx, placed)), ...(await atNight(tx, placed))]);
}

interface PlacedDay extends SiteDay {
  sky: SitePlant;
  startMs: number;
  endMs: number;
}

async function zonesOf(tx: Tx, siteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select id, timezone as zone from sites where id = any(${[...siteIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

const columns = (days: readonly SiteDay[]) =>
  sql`unnest(${days.map(({ siteId }) => siteId)}::bigint[], ${days.map(({ day }) => day)}::date[])`;

/** Devices whose modules all have an array and a rating, and that produced more than clear-sky energy. */
async function tooMuch(tx: Tx, days: readonly PlacedDay[]): Promise<Implausibility[]> {
  const { rows } = await sql<SiteDay & { deviceId: number; wh: number }>`
    select e.site_id as "siteId", e.day, e.device_id as "deviceId", e.energy_wh as wh
    from ${columns(days)} as a(site_id, day)
    join device_day e on e.site_id = a.site_id and e.day = a.day and ${kindNumberSql('e.kind', isProducer)}
    where not exists (select from modules m where m.site_id = e.site_id and m.device_id = e.device_id
      and (m.array_id is null or coalesce(m.rated_w, 0) <= 0))`.execute(tx);
  const placed = new Map(days.map((one) => [`${one.siteId}/${one.day}`, one]));
  return rows.flatMap(({ siteId, day, deviceId, wh }) => {
    const own = placed.get(`${siteId}/${day}`);
    const modules = own?.sky.inverters.find((one) => one.deviceId === deviceId)?.modules ?? [];
    const ratedW = modules.reduce((sum, one) => sum + one.ratedW, 0);
    if (!own || ratedW <= 0 || modules.some(({ orientation: plane }) => plane === null)) return [];
    // Below this energy, the clear sky need not be calculated.
    if (wh < ratedW * rule.leastHours * rule.sky) return [];
    const powerW = clearSkyPowerOf({ ...own.sky, inverters: [{ ratedAcW: 0, modules }] });
    let skyWh = 0;
    for (let at = own.startMs + HOUR_MS / 2; at < own.endMs; at += HOUR_MS) skyWh += powerW(at);
    const isSure = skyWh >= ratedW * rule.leastHours;
    return isSure && wh > rule.sky * skyWh ? [{ siteId, day, deviceId, key: 'tooMuch' as const }] : [];
  });
}

/**
 * Devices that reported power in an hour that is completely dark. Reads the producers first: a distributed database
 * cannot join hours with local tables.
 */
async function atNight(tx: Tx, days: readonly PlacedDay[]): Promise<Implausibility[]> {
  const dark = days.flatMap(({ siteId, day, sky, startMs, endMs }) => {
    const isDark = (ms: number) => 90 - sunAt(ms, sky.latitude, sky.longitude).zenithDeg < rule.nightSunDeg;
    const hours: { siteId: number; day: string; atMs: number }[] = [];
    for (let atMs = startMs; atMs < endMs; atMs += HOUR_MS)
      if (isDark(atMs) && isDark(atMs + HOUR_MS)) hours.push({ siteId, day, atMs });
    return hours;
  });
  const { rows } = await sql<Omit<Implausibility, 'key'>>`
    with producers as materialized (
      select e.site_id, e.day, e.device_id, (
        select coalesce(sum(m.rated_w), 0) from modules m where m.site_id = e.site_id and m.device_id = e.device_id
      ) as rated_w
      from ${columns(days)} as a(site_id, day)
      join device_day e on e.site_id = a.site_id and e.day = a.day and ${kindNumberSql('e.kind', isProducer)})
    select distinct p.site_id as "siteId", p.day, p.device_id as "deviceId"
    from producers p
    join unnest(${dark.map(({ siteId }) => siteId)}::bigint[], ${dark.map(({ day }) => day)}::date[],
      ${dark.map(({ atMs }) => atMs)}::float8[]) as a(site_id, day, at) on a.site_id = p.site_id and a.day = p.day
    join device_hour h on h.site_id = p.site_id and h.device_id = p.device_id and h.hour_at = to_timestamp(a.at / 1000)
    where h.peak_w > greatest(${rule.nightW}::float8, ${rule.nightShare}::float8 * p.rated_w)`.execute(tx);
  return rows.map((row) => ({ ...row, key: 'nightPower' }));
}

/** Stores doubts. A doubt is active from the first to the last second of its day. */
async function keep(
  tx: Tx,
  days: readonly SiteDay[],
  placed: readonly PlacedDay[],
  implausibilities: readonly Implausibility[],
): Promise<void> {
  await sql`
    delete from issue_event e using ${columns(days)} as a(site_id, day)
    where e.site_id = a.site_id and e.since_day = a.day and e.key = any(${[...implausibleKeys]}::text[])`.execute(
    tx,
  );
  if (implausibilities.length === 0) return;
  const spans = new Map(placed.map((one) => [`${one.siteId}/${one.day}`, one]));
  const rows = implausibilities.map(({ siteId, day, deviceId, key }) => {
    const { startMs, endMs } = spans.get(`${siteId}/${day}`)!;
    return {
      site_id: siteId,
      day,
      device_id: deviceId,
      key,
      begun_at: new Date(startMs),
      ended_at: new Date(endMs - 1000),
    };
  });
  await sql`
    insert into issue_event (site_id, device_id, key, begun_at, ended_at, since_day)
    select site_id, device_id, key, begun_at, ended_at, day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(site_id bigint, device_id bigint, key text, begun_at timestamptz, ended_at timestamptz, day date)
    on conflict do nothing`.execute(tx);
}
