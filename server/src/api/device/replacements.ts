import type { device } from '@helioport/contract/device';
import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import { kwh } from '@helioport/domain/units';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { findSitePlace } from '../../queries/findSite.ts';
import { ms } from '../../queries/found.ts';
import { modelOf } from '../../queries/words.ts';
import { UNDO_MS } from '../../repositories/replacements.ts';

export default handler<typeof device.replacements>(async (call) => {
  const { input, visible, tx, now, lan } = call;
  const { id } = await findSitePlace(call, input.sid);
  const { rows } = await sql<{
    sn: string;
    kind: DeviceKindKey;
    productNumber: number | null;
    modelByte: number | null;
    bySn: string;
    isLast: boolean;
    at: number;
    userName: string;
    totalWh: number;
  }>`
    select o.sn, o.kind, o.product_number as "productNumber", o.model_byte as "modelByte", n.sn as "bySn",
      n.retired_at is null and n.site_id = r.site_id as "isLast", ${ms(sql`r.replaced_at`)} as at,
      coalesce(case when v.id is not null then v.email end, nullif(u.contact_person, ''), '') as "userName",
      coalesce((select sum(l.before_wh + l.day_wh) from latest l where l.site_id = ${id} and l.device_id in (
        select p.id from devices p where p.id = o.id or p.parent_id = o.id)), 0)::float8 as "totalWh"
    from device_replacements r
    join devices o on o.id = r.old_device_id
    join devices n on n.id = r.new_device_id
    left join users u on u.id = r.replaced_by and u.cancelled_at is null
    left join ${visible.users} v on v.id = r.replaced_by
    where r.site_id = ${id}
    order by r.replaced_at desc, r.id desc`.execute(tx);
  return {
    list: rows.map((row) => ({
      sn: row.sn,
      kind: row.kind,
      bySn: row.bySn,
      at: row.at,
      userName: row.userName,
      model: modelOf(row, lan).modelName,
      totalPower: deviceKind(row.kind).isProducer ? kwh(row.totalWh) : null,
      undoUntil: row.isLast && row.at + UNDO_MS >= now ? row.at + UNDO_MS : null,
    })),
  };
});
