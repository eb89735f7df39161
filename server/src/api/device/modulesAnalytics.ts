import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sunDay } from '@helioport/domain/analytics/irradiance/sunPosition';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { plcSn, timeOfDay } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { ratioKindOf } from '../../queries/finding/ratio.ts';
import { findingsById } from '../../queries/finding/rows.ts';
import { demandShort } from '../../queries/requestedSpans.ts';
import { dailyOf, moduleDays } from '../../timeseries/analytics/expectedDays.ts';
import { type AnalyticsPlant, moduleIdOf, readPlant } from '../../timeseries/analytics/plantModel.ts';
import { medianOf, siblingsOf } from '../../timeseries/analytics/siblings.ts';
import { progressOf } from '../../timeseries/analytics/siteDays.ts';
import { type FoundModule, requestedModule } from './internal/requestedModule.ts';

type Answer = OutputOf<typeof device.modulesAnalytics>;
type AnalyticsCall = Call<typeof device.modulesAnalytics>;

const USUAL_DAYS = 60;
const FINDINGS = 50;
/** Minutes between two points of a sun path. */
const PATH_MINUTES = 10;

export default handler<typeof device.modulesAnalytics>(async (call) => {
  const { input, tx, now, visible, me, lan } = call;
  const found = await requestedModule(call, input);
  const { device: one, siteId, addr } = found;
  const today = localDay(now, one.timezone);
  const days = input.rangeDate ?? { from: addDays(today, 1 - USUAL_DAYS), to: today };
  demandShort(days);
  const plant = (await readPlant(tx, siteId)) ?? null;
  const slot = plant?.slots.find(({ deviceIds }) => deviceIds.includes(one.id));
  // A device that does not separate its inputs is a single module, whichever input is requested.
  const id = slot && moduleIdOf(slot.rootId, slot.isUndivided ? 1 : addr);
  const own = plant?.model.modules.filter((module) => module.id === id) ?? [];
  const siblings = plant && own.length > 0 ? siblingsOf(plant, own, new Set()) : [];
  const compared = await comparedOf(call, plant, { own, siblings }, days);
  const { rows } = await sql<{ name: string; id: number }>`
    select f.id from finding f join ${visible.sites} s on s.id = f.site_id
    where f.site_id = ${siteId} and not f.is_withdrawn and exists (
      select from unnest(f.device_ids, f.addrs) as m(device_id, addr)
      where m.device_id = ${one.id} and (m.addr = ${addr} or ${slot?.isUndivided ?? false}))
    order by f.until_at is null desc, f.detected_at desc limit ${FINDINGS}`.execute(tx);
  const { rows: sites } = await sql<Columns<'sites', 'name'>>`
    select name from ${visible.sites} s where s.id = ${siteId}`.execute(tx);
  const { evaluatedUntil } = await progressOf(tx, siteId, now);
  return {
    sid: one.sid,
    siteName: sites[0]?.name ?? '',
    timezone: one.timezone,
    plcSN: plcSn(one.sn, addr),
    ratedW: found.ratedW,
    array: arrayOf(found),
    ...compared,
    findings: await findingsById(
      tx,
      { visible, me, now, lan },
      rows.map((row) => row.id),
    ),
    shading: null,
    sunPaths: plant?.hasPosition ? sunPathsOf(plant, today) : [],
    evaluatedUntil,
  };
});

const arrayOf = ({ array }: FoundModule): Answer['array'] =>
  array && {
    id: array.id,
    name: array.name,
    tiltDeg: array.tiltDeg,
    azimuthDeg: array.azimuthDeg,
    modules: array.count,
  };

const inKwh = (values: readonly (number | null)[]) =>
  values.map((wh) => (wh === null ? null : Math.round(wh) / 1000));
const share = (value: number) => (Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null);

type Compared = Pick<Answer, 'daily' | 'ratio' | 'ratioKind' | 'siblingsRatio' | 'siblings'>;
type Modules = AnalyticsPlant['model']['modules'];

/** Daily values of the module, its siblings and the year before. */
async function comparedOf(
  { tx }: AnalyticsCall,
  plant: AnalyticsPlant | null,
  { own, siblings }: { own: Modules; siblings: Modules },
  { from, to }: { from: string; to: string },
): Promise<Compared> {
  if (!plant || own.length === 0) {
    const daily = { days: [], produced: [], expected: [], siblings: [], completeness: [] };
    return {
      daily: { ...daily, irradianceSource: [], previousYear: [] },
      ratio: null,
      ratioKind: null,
      siblingsRatio: null,
      siblings: [],
    };
  }
  const daily = await dailyOf(tx, plant, { own, siblings }, from, to);
  const before = await dailyOf(tx, plant, { own, siblings: [] }, yearBefore(from), yearBefore(to));
  const beforeBy = new Map(before.days.map((day, i) => [day, before.produced[i] ?? null]));
  const byModule = await moduleDays(tx, plant, [...own, ...siblings], from, to);
  const ratioOf = (id: string): number => {
    let [made, wanted] = [0, 0];
    for (const { produced, expected } of byModule.get(id)?.values() ?? [])
      if (produced !== null && expected !== null) {
        made += produced;
        wanted += expected;
      }
    return wanted > 0 ? made / wanted : Number.NaN;
  };
  const ratios = siblings.map(({ id }) => ratioOf(id));
  const devices = await devicesOf(tx, plant, siblings);
  return {
    daily: {
      days: daily.days,
      produced: inKwh(daily.produced),
      expected: inKwh(daily.expected),
      siblings: inKwh(daily.siblings),
      completeness: daily.completeness.map((received) => (received === null ? null : share(received))),
      irradianceSource: daily.sources,
      previousYear: inKwh(daily.days.map((day) => beforeBy.get(yearBefore(day)) ?? null)),
    },
    ratio: share(ratioOf(own[0]!.id)),
    ratioKind: ratioKindOf(daily.sources.flatMap((source) => source ?? [])),
    siblingsRatio: share(medianOf(ratios.filter((ratio) => !Number.isNaN(ratio)))),
    siblings: siblings.flatMap((module, i) => {
      const device = devices.get(Number(module.deviceId));
      if (device === undefined) return [];
      const { sn, alias } = device;
      const addr = module.input;
      return [
        { plcSN: plcSn(sn, addr), sn, addr, name: `${alias || sn} / ${addr}`, ratio: share(ratios[i]!) },
      ];
    }),
  };
}

/** The devices currently at the positions of modules, by position. */
async function devicesOf(
  tx: AnalyticsCall['tx'],
  { slots }: AnalyticsPlant,
  modules: Modules,
): Promise<Map<number, Columns<'devices', 'sn' | 'alias'>>> {
  const roots = new Set(modules.map(({ deviceId }) => Number(deviceId)));
  const current = new Map(
    slots.flatMap(({ rootId, deviceIds }) =>
      roots.has(rootId) ? [[deviceIds.at(-1)!, rootId] as const] : [],
    ),
  );
  const { rows } = await sql<Columns<'devices', 'id' | 'sn' | 'alias'>>`
    select id, sn, alias from devices where id = any(${[...current.keys()]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [current.get(row.id)!, row]));
}

/** The same day a year earlier; of February 29 the 28th. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 4)}-02-28` : before;
}

/** Where the sun is on the solstices, an equinox and today. */
function sunPathsOf({ model }: AnalyticsPlant, today: string): Answer['sunPaths'] {
  const year = today.slice(0, 4);
  const days = [`${year}-06-21`, `${year}-03-20`, `${year}-12-21`, today];
  return [...new Set(days)].map((day) => {
    const { startMs, endMs } = dayBounds(day, model.timeZone);
    const slotMs = PATH_MINUTES * 60_000;
    const sun = sunDay(model, startMs, slotMs, Math.floor((endMs - startMs) / slotMs));
    const path: Answer['sunPaths'][number] = { day, azimuth: [], elevation: [], times: [] };
    sun.zenithDeg.forEach((zenith, slot) => {
      if (zenith >= 90) return;
      path.azimuth.push(Math.round(sun.azimuthDeg[slot]! * 10) / 10);
      path.elevation.push(Math.round((90 - zenith) * 10) / 10);
      path.times.push(timeOfDay(startMs + (slot + 0.5) * slotMs, model.timeZone));
    });
    return path;
  });
}
