// Table modules: places on the roof and the inputs they are wired to.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface NewModule {
  deviceId: number;
  addr: number;
  planeId: number | null;
  ratedW: number;
  xM: number;
  yM: number;
}

export async function addModules(tx: Tx, siteId: number, modules: readonly NewModule[]): Promise<void> {
  if (modules.length === 0) return;
  const column = <K extends keyof NewModule>(key: K) => modules.map((module) => module[key]);
  await sql`
    insert into modules (site_id, device_id, addr, plane_id, rated_w, x_m, y_m)
    select ${siteId}, * from unnest(${column('deviceId')}::bigint[], ${column('addr')}::smallint[],
      ${column('planeId')}::int[], ${column('ratedW')}::real[], ${column('xM')}::real[], ${column('yM')}::real[])`.execute(
    tx,
  );
}
