import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { alertCode } from '@helioport/domain/faults';
import { powerFieldsOf } from '@helioport/domain/figures';
import { productOf } from '@helioport/domain/products';
import { isLive, reportingStateAt } from '@helioport/domain/state';
import { rounded } from '@helioport/domain/units';
import { clockTime, frameVersion, plcSn, wallSeconds } from '@helioport/domain/wire';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { deviceConditionOf, deviceNowOf } from '../../queries/stateNow.ts';
import { alertOf, modelOf } from '../../queries/words.ts';
import { arraysOf } from '../../repositories/arrays.ts';
import { type ModuleNow, modulesNow } from '../../timeseries/query/series.ts';
import { devicesOf, type SiteDevice } from './internal/devices.ts';

type Answer = OutputOf<typeof site.modules>['list'][number];

/** A place on the roof: the input of a device and the page on which it is drawn, 0 for none. */
interface Place {
  deviceId: number;
  addr: number;
  page: number;
  arrayId: number | null;
  /** null: not entered. */
  ratedW: number | null;
  /** All inputs of the device in one. */
  isUndivided?: boolean;
}

export default handler<typeof site.modules>(async (call) => {
  const { input, tx, now, lan } = call;
  const found = await findSitePlace(call, input.sid);
  const readings = await modulesNow(tx, { siteId: found.id, timeZone: found.timezone }, now);
  const byInput = new Map(
    readings.map((reading) => [plcSn(String(reading.deviceId), reading.addr), reading]),
  );
  const places = await placesOf(tx, found.id, readings);

  const list = (await devicesOf(tx, [found.id], now)).flatMap((device): Answer[] => {
    const own = undivided(device, places.get(device.id) ?? [], byInput).filter(
      ({ page }) => input.page === 0 || page === input.page,
    );
    if (own.length === 0) return [];
    const { alertCode, alertTitle } = alertOf(device.statusBits, lan);
    return [
      {
        sn: device.sn,
        isPhase: false,
        ...deviceNowOf(device, lan),
        idleAddrs: device.idleAddrs,
        alertCode,
        alertTitle,
        ...modelOf(device, lan),
        lastUpdate: clockTime(device.lastAt, device.timezone),
        version: frameVersion(device.modelByte, device.frameState),
        alias: device.alias,
        modules: own.map((place) =>
          moduleOf(device, place, byInput.get(plcSn(String(device.id), place.addr))),
        ),
      },
    ];
  });
  const count = list.reduce((sum, device) => sum + device.modules.length, 0);
  return { list, total_plc: count, is_all: input.page === 0 };
});

/** The array to which everything belongs where a plant has just one; null otherwise. */
async function onlyArray(tx: Tx, siteId: number): Promise<number | null> {
  const arrays = await arraysOf(tx, siteId);
  return arrays.length === 1 ? (arrays[0]?.id ?? null) : null;
}

/** The places of a plant by device: those that were entered, and inputs that report without having been. */
async function placesOf(
  tx: Tx,
  siteId: number,
  readings: readonly ModuleNow[],
): Promise<Map<number, Place[]>> {
  const { rows } = await sql<Place>`
    select device_id as "deviceId", addr, coalesce(page_id, 0) as page, array_id as "arrayId",
      nullif(rated_w, 0)::float8 as "ratedW"
    from modules where site_id = ${siteId} and device_id is not null
    order by device_id, addr`.execute(tx);
  const only = await onlyArray(tx, siteId);
  const places = new Map<number, Place[]>();
  const add = (place: Place) => {
    const own = places.get(place.deviceId);
    if (own) own.push(place);
    else places.set(place.deviceId, [place]);
  };
  rows.forEach(add);
  const entered = new Set(places.keys());
  for (const { deviceId, addr } of readings) {
    if (!entered.has(deviceId)) add({ deviceId, addr, page: 0, arrayId: only, ratedW: null });
  }
  return places;
}

/**
 * Positions of a device, or a single one if its readings do not separate its inputs: otherwise the first would show all
 * power and the others none.
 */
function undivided(
  device: SiteDevice,
  places: readonly Place[],
  byInput: ReadonlyMap<string, ModuleNow>,
): readonly Place[] {
  const [first] = places;
  const isWhole = byInput.get(plcSn(String(device.id), 1))?.isUndivided ?? false;
  const inputs = Math.max(places.length, productOf(device)?.inputs ?? 1);
  if (!first || !isWhole || inputs < 2) return places;
  const rated = places.map(({ ratedW }) => ratedW);
  return [
    {
      ...first,
      addr: 1,
      arrayId: places.every(({ arrayId }) => arrayId === first.arrayId) ? first.arrayId : null,
      ratedW: rated.every((watts) => watts !== null) ? rated.reduce((sum, watts) => sum + watts, 0) : null,
      isUndivided: true,
    },
  ];
}

/** What was found about modules of a device is the status of those it is about; everything else is that of all of them. */
function conditionOfModule(device: SiteDevice, addr: number) {
  const { issueKey, idleAddrs, openKind } = device;
  const isAnother = idleAddrs.length > 0 && !idleAddrs.includes(addr);
  const open = openKind === issueKey && isAnother ? null : openKind;
  const { state, severity, cause } = deviceConditionOf({ ...device, openKind: open });
  return { state, severity, cause };
}

/** W; 0 of a device that is not live, null of an input that a live one does not name. */
function nowOf(device: SiteDevice, reading: ModuleNow | undefined): number | null {
  if (!isLive(reportingStateAt(device.reportingRank).state)) return 0;
  const powerW = reading?.powerW ?? null;
  return powerW === null ? null : rounded(powerW, 1);
}

const moduleOf = (
  device: SiteDevice,
  { addr, page, arrayId, ratedW, isUndivided = false }: Place,
  reading: ModuleNow | undefined,
): Answer['modules'][number] => ({
  plcSN: plcSn(device.sn, addr),
  addr,
  lastUpdate: clockTime(device.lastAt, device.timezone),
  lastUpdateTime: wallSeconds(device.lastAt, device.timezone),
  ...powerFieldsOf(0, reading?.todayWh ?? 0, reading?.totalWh ?? 0),
  now: nowOf(device, reading),
  version: '',
  status: alertCode(device.statusBits),
  page,
  ...conditionOfModule(device, addr),
  model: 0,
  model_name: '-',
  planeId: arrayId,
  ratedW,
  isUndivided,
});
