import type { dashboard } from '@helioport/contract/dashboard';
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';

export default handler<typeof dashboard.deviceSummary>(
  async ({ me, visible, share, tx }) =>
    await share('dashboard.devices', null, async () => {
      const { rows } = await sql<{ kind: string; devices: number }>`
      select d.kind, count(*)::int as devices from ${visible.devices} d
      where d.site_id is not null and d.parent_id is null and d.retired_at is null group by d.kind`.execute(
        tx,
      );
      // Of all plants there are they are counted plant by plant along the index; of a few, these are looked up.
      const modules =
        me.scope === 'all'
          ? sql`(select c.site_id, count(*) as count from modules c group by c.site_id)`
          : sql`(select c.site_id, 1 as count from modules c)`;
      const { rows: wired } = await sql<{ panels: number }>`
      select coalesce(sum(m.count), 0)::int as panels from ${modules} m
      where m.site_id in (select v.id from ${visible.sites} v)`.execute(tx);
      const counted = new Map(rows.map(({ kind, devices }) => [kind, devices]));
      const kinds = deviceKinds.map(({ key }) => ({ kind: key, devices: counted.get(key) ?? 0 }));
      return {
        totalDevices: kinds.reduce((sum, { devices }) => sum + devices, 0),
        panels: wired[0]?.panels ?? 0,
        wifiMicroinverters: counted.get('microinverter') ?? 0,
        gatewayPlc: counted.get('gateway') ?? 0,
        kinds,
      };
    }),
);
