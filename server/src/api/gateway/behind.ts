import type { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { findOfKind } from '../../queries/command/settings.ts';
import { devicesOfPlant } from '../../queries/findDevice.ts';
import { deviceNowOf, stateNowOf } from '../../queries/stateNow.ts';

export default handler<typeof gateway.behind>(async (call) => {
  const { tx, visible, lan } = call;
  const { siteId } = await findOfKind(call, call.input, isGateway);
  const devices = (await devicesOfPlant(call, siteId)).filter(({ kind }) => !isGateway(kind));
  const { rows } = await sql<Columns<'devices', 'id' | 'alias'> & { gatewaySn: string | null }>`
    select d.id, d.alias, g.sn as "gatewaySn" from devices d left join devices g on g.id = d.gateway_id
    where d.site_id = ${siteId} and d.id = any(${devices.map(({ found }) => found.id)}::bigint[])`.execute(
    tx,
  );
  const { rows: editable } = await sql`
    select from ${visible.editableSites} s where s.id = ${siteId}`.execute(tx);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return {
    mayEdit: editable.length > 0,
    list: devices.map(({ found }) => {
      const own = deviceNowOf(found, lan);
      const { alias = '', gatewaySn = null } = rowOf.get(found.id) ?? {};
      const { kind, trouble } = own;
      return { sn: found.sn, alias, kind, ...stateNowOf(own), trouble, gatewaySn };
    }),
  };
});
