import type { site } from '@helioport/contract/site';
import { kwh } from '@helioport/domain/units';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { CURVE_STEP_MINUTES, newestCurves } from '../../timeseries/query/today.ts';

export default handler<typeof site.curves>(async ({ input, visible, tx, now }) => {
  const { rows } = await sql<Columns<'sites', 'id' | 'sid' | 'timezone' | 'latitude' | 'longitude'>>`
    select s.id, s.sid, s.timezone, s.latitude, s.longitude from ${visible.sites} s where s.sid = any(${input.sids}::text[])
    order by s.id`.execute(tx);
  const sids = new Map(rows.map(({ id, sid }) => [id, sid]));
  const list = await newestCurves(tx, rows, now);
  return {
    stepMinutes: CURVE_STEP_MINUTES,
    list: list.map(({ siteId, energyWh, ...curve }) => ({
      sid: sids.get(siteId) ?? '',
      energyKwh: energyWh === null ? null : kwh(energyWh),
      ...curve,
    })),
  };
});
