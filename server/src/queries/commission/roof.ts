// Installed modules of a plant for commissioning: each with its input, array and position.

import { type CheckedArray, type CheckedModule, middleOf } from '@helioport/domain/commissioning';
import { deviceKindNamed } from '@helioport/domain/deviceKinds';
import { addDays, localDay } from '@helioport/domain/periods';
import { productOf } from '@helioport/domain/products';
import { plcSn } from '@helioport/domain/wire';
import { sql } from 'kysely';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { isProducer, kindNameIn } from '../../timeseries/kinds.ts';
import { playedOf } from '../../timeseries/query/played.ts';
import { modulesNow } from '../../timeseries/query/series.ts';
import type { FoundSite } from '../findSite.ts';

interface WiredRow extends Columns<'devices', 'sn' | 'kind' | 'productNumber' | 'modelByte'> {
  deviceId: number;
  /** Null: no module of this inverter is entered. */
  addr: number | null;
  arrayId: number | null;
  pageId: number | null;
}

export interface RoofModule extends CheckedModule {
  readonly deviceId: number;
  readonly addr: number;
}

export interface Roof {
  modules: RoofModule[];
  arrays: CheckedArray[];
  /** Unwired positions in the layout. */
  emptyPlaces: number;
}

const STEP_MINUTES = 15;

/** The roof of a plant with what its modules reported, their voltages those of today, else of yesterday. */
export async function roofOf(tx: Tx, { id, timezone }: FoundSite, now: number): Promise<Roof> {
  const scope = { siteId: id, timeZone: timezone };
  const { rows } = await sql<WiredRow>`
    select d.id as "deviceId", d.sn, d.kind, d.product_number as "productNumber", d.model_byte as "modelByte",
      m.addr, m.array_id as "arrayId", m.page_id as "pageId"
    from devices d left join modules m on m.site_id = d.site_id and m.device_id = d.id
    where d.site_id = ${id} and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
    order by d.id, m.addr`.execute(tx);
  const { rows: arrays } = await sql<CheckedArray>`
    select id, name, tilt_deg::float8 as "tiltDeg", azimuth_deg::float8 as "azimuthDeg" from arrays
    where site_id = ${id} and id in (select array_id from modules where site_id = ${id}) order by id`.execute(
    tx,
  );
  const { rows: empty } = await sql<{ count: number }>`
    select count(*)::int as count from modules where site_id = ${id} and device_id is null`.execute(tx);
  const readings = new Map(
    (await modulesNow(tx, scope, now)).map((one) => [`${one.deviceId}/${one.addr}`, one]),
  );
  const volts = await voltagesOf(tx, scope, now);
  const modules = rows.map((row): RoofModule => {
    const addr = row.addr ?? 1;
    const first = readings.get(`${row.deviceId}/1`);
    const isUndivided = first?.isUndivided ?? false;
    const own = isUndivided ? first : readings.get(`${row.deviceId}/${addr}`);
    const inputs = productOf(row)?.inputs ?? 1;
    const isOneModuleAnInput = deviceKindNamed(row.kind)?.isOneModuleAnInput ?? false;
    const isAlone = isOneModuleAnInput && (!isUndivided || inputs === 1);
    return {
      deviceId: row.deviceId,
      addr,
      name: row.addr === null || inputs === 1 ? row.sn : plcSn(row.sn, addr),
      isSeen: own !== undefined && (own.powerW !== null || own.totalWh > 0),
      isWhole: isUndivided && inputs > 1,
      arrayId: row.arrayId,
      isDrawn: row.pageId !== null,
      voltageV: isAlone ? (volts.get(`${row.deviceId}/${addr}`) ?? null) : null,
    };
  });
  return { modules, arrays, emptyPlaces: empty[0]?.count ?? 0 };
}

/** The median DC voltage of the inputs in V over the steps in which they had one. */
async function voltagesOf(
  tx: Tx,
  scope: { siteId: number; timeZone: string },
  now: number,
): Promise<Map<string, number>> {
  const today = localDay(now, scope.timeZone);
  const volts = new Map<string, number>();
  for (const day of [addDays(today, -1), today]) {
    const what = { day, stepMinutes: STEP_MINUTES, measure: 'dcVoltage' } as const;
    for (const { deviceId, addr, values } of (await playedOf(tx, scope, what, now)).modules) {
      const measured = values.flatMap((tenths) => (tenths === null || tenths === 0 ? [] : [tenths / 10]));
      if (measured.length > 0) volts.set(`${deviceId}/${addr}`, middleOf(measured.sort((a, b) => a - b)));
    }
  }
  return volts;
}
