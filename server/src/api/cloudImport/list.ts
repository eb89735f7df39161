import { CLOUD_IMPORTS_SHOWN, type cloudImport } from '@helioport/contract/cloudImport';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { ms } from '../../queries/found.ts';

type Row = OutputOf<typeof cloudImport.list>['list'][number];
type Plant = Row['plants'][number];

interface PlantRow
  extends Omit<Plant, 'devices' | 'since' | 'years' | 'cloudKwh' | 'taken' | 'existing' | 'target'> {
  importId: number;
  serials: string[];
  months: Record<string, number>;
  targetSid: string | null;
  targetName: string | null;
}

interface Owned {
  sn: string;
  sid: string | null;
  siteName: string | null;
}

export default handler<typeof cloudImport.list>(async ({ tx, me, visible, services }) => {
  const { rows: imports } = await sql<Omit<Row, 'plants'>>`
    select id, account, state, reason, detail, ${ms(sql`created_at`)} as "createdAt", ${ms(sql`ended_at`)} as "endedAt",
      case when reason <> '' then ${ms(sql`due_at`)} end as "retryAt"
    from cloud_imports where user_id = ${me.userId} order by id desc limit ${CLOUD_IMPORTS_SHOWN}`.execute(
    tx,
  );
  const ids = imports.map(({ id }) => id);
  const { rows: plants } = await sql<PlantRow>`
    select p.import_id as "importId", p.number, p.cloud_sid as "cloudSid", p.name, p.serials,
      coalesce(p.months, '{}') as months, p.state, p.reason, p.detail, p.is_created as "isCreated",
      p.days_done as "daysDone", p.days_total as "daysTotal", p.energy_wh / 1000 as "importedKwh", p.differing,
      s.sid as "targetSid", s.name as "targetName"
    from cloud_import_plants p left join ${visible.sites} s on s.id = p.target_id
    where p.import_id = any(${ids}::bigint[]) order by p.number`.execute(tx);
  const open = new Set(imports.filter(({ state }) => state === 'choosing').map(({ id }) => id));
  const openSerials = plants.filter(({ importId }) => open.has(importId)).flatMap(({ serials }) => serials);
  const { rows: owned } = await sql<Owned>`
    select d.sn, s.sid, s.name as "siteName"
    from devices d left join ${visible.editableSites} s on s.id = d.site_id
    where d.sn = any(${openSerials}::text[]) and (d.site_id is not null or d.retired_at is not null)`.execute(
    tx,
  );
  const bySn = new Map(owned.map((one) => [one.sn, one]));
  return {
    host: services.config.cloud ? new URL(services.config.cloud.url).host : '',
    list: imports.map((one) => ({
      ...one,
      plants: plants.filter(({ importId }) => importId === one.id).map((plant) => plantOf(plant, bySn)),
    })),
  };
});

function plantOf(row: PlantRow, bySn: ReadonlyMap<string, Owned>): Plant {
  const { importId: _, serials, months, targetSid, targetName, ...plant } = row;
  const known = Object.keys(months).sort();
  const found = serials.flatMap((sn) => bySn.get(sn) ?? []);
  const taken = found.filter(({ sid }) => sid === null).map(({ sn }) => sn);
  const own = new Map(found.flatMap(({ sid, siteName }) => (sid === null ? [] : [[sid, siteName ?? '']])));
  const [existing] = [...own].map(([sid, siteName]) => ({ sid, siteName }));
  const reason = plant.reason || (taken.length > 0 ? 'taken' : own.size > 1 ? 'several' : '');
  return {
    ...plant,
    reason,
    devices: serials.length,
    since: known[0] ?? null,
    years: [...new Set(known.map((month) => month.slice(0, 4)))],
    cloudKwh: Object.values(months).reduce((sum, kwh) => sum + kwh, 0),
    taken,
    existing: taken.length === 0 && own.size === 1 && existing ? existing : null,
    target: targetSid === null ? null : { sid: targetSid, siteName: targetName ?? '' },
  };
}
