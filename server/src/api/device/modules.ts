import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { productOf } from '@helioport/domain/products';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { pagesOf } from '../../queries/modulePages.ts';
import { modelOf } from '../../queries/words.ts';
import { inputCount } from '../../timeseries/catalogue.ts';
import { isProducer, kindNameIn } from '../../timeseries/kinds.ts';

type Answer = OutputOf<typeof device.modules>;
type ModulesCall = Call<typeof device.modules>;

export default handler<typeof device.modules>(async (call) => {
  const { input, tx, visible } = call;
  const { id: siteId } = await findSitePlace(call, input.sid);
  const list = await placesOf(tx, siteId, input.page);
  return {
    pages: await pagesOf(tx, visible, siteId),
    zones: await zonesOf(tx, siteId),
    list,
    inputs: await inputsOf(call, siteId),
    mayEdit: await mayEdit(call, siteId),
  };
});

async function placesOf(tx: Tx, siteId: number, page: number): Promise<Answer['list']> {
  const { rows } = await sql<Answer['list'][number]>`
    select m.id, m.page_id as page, round(m.x_m::numeric, 3)::float8 as "xM", round(m.y_m::numeric, 3)::float8 as "yM",
      round(m.rotation_deg::numeric, 2)::float8 as "rotationDeg", m.is_landscape as "isLandscape",
      m.array_id as "planeId", nullif(m.rated_w, 0)::float8 as "ratedW",
      coalesce(d.sn, '') as sn, coalesce(m.addr, 0) as addr
    from modules m left join devices d on d.id = m.device_id
    where m.site_id = ${siteId} and m.page_id is not null and (${page} = 0 or m.page_id = ${page})
    order by m.page_id, m.id`.execute(tx);
  return rows;
}

async function zonesOf(tx: Tx, siteId: number): Promise<Answer['zones']> {
  const { rows } = await sql<Answer['zones'][number]>`
    select id, name, tilt_deg::float8 as "tiltDeg", azimuth_deg::float8 as "azimuthDeg"
    from arrays where site_id = ${siteId} order by id`.execute(tx);
  return rows;
}

/** Every input of every producing device: as many as were entered, as the model has, and as it reports. */
async function inputsOf({ tx, lan }: ModulesCall, siteId: number): Promise<Answer['inputs']> {
  interface Row {
    sn: string;
    alias: string;
    productNumber: number | null;
    modelByte: number | null;
    kind: string;
    channels: number;
    entered: number[];
    placed: number[];
  }
  const { rows } = await sql<Row>`
    select d.sn, d.alias, d.product_number as "productNumber", d.model_byte as "modelByte", d.kind,
      coalesce(${sql.raw(inputCount('l'))}, 0) as channels, m.entered, m.placed
    from devices d
    left join latest l on l.site_id = d.site_id and l.device_id = d.id
    cross join lateral (
      select coalesce(array_agg(addr), '{}') as entered,
        coalesce(array_agg(addr) filter (where page_id is not null), '{}') as placed
      from modules where site_id = ${siteId} and device_id = d.id
    ) m
    where d.site_id = ${siteId} and d.retired_at is null and ${kindNameIn('d.kind', isProducer)}
    order by coalesce(d.parent_id, d.id), d.id`.execute(tx);
  return rows.flatMap((row) => {
    const count = Math.max(productOf(row)?.inputs ?? 0, row.channels, ...row.entered, 1);
    const { modelName } = modelOf(row, lan);
    return Array.from({ length: count }, (_, i) => ({
      sn: row.sn,
      addr: i + 1,
      device: row.alias || row.sn,
      modelName,
      isPlaced: row.placed.includes(i + 1),
    }));
  });
}

async function mayEdit({ tx, visible }: ModulesCall, siteId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${visible.editableSites} s where s.id = ${siteId}`.execute(tx);
  return rows.length > 0;
}
