// The serial that a call puts on the black list or takes off it.
import { partOf } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import { fail } from '../../../platform/failure.ts';
import type { Asked } from '../../../reads/found.ts';
import { isWholeSn } from '../../../reads/hardware.ts';

interface SerialToRestrict {
  sn: string;
  /** Of the plant in which it stands; null where it stands in none. */
  siteId: number | null;
  companyId: number | null;
}

/**
 * A device of a plant that the caller may change, or a serial without a plant that he may see. Who sees everything may
 * name a serial that was never heard of. A part goes with its machine.
 */
export async function serialToRestrict(
  { tx, visible, me }: Asked & { me: Me },
  { sn, sid }: { sn: string; sid?: string | null | undefined },
): Promise<SerialToRestrict> {
  if (partOf(sn).parent !== null) fail('device.isPart', { sn });
  const { rows } = await sql<SerialToRestrict>`
    select d.sn, s.id as "siteId", s.company_id as "companyId"
    from ${visible.devices} d join ${visible.editableSites} s on s.id = d.site_id
    where d.sn = ${sn} and ${sid ? sql`s.sid = ${sid}` : sql`true`}
    union all
    select u.sn, null, null from ${visible.unregistered} u where u.sn = ${sn} and ${sid ? sql`false` : sql`true`}`.execute(
    tx,
  );
  if (rows[0]) return rows[0];
  const { rows: seen } = await sql`select from ${visible.devices} d where d.sn = ${sn}`.execute(tx);
  if (seen.length > 0) fail('site.notEditable');
  const { rows: known } = await sql`select from devices d where d.sn = ${sn}`.execute(tx);
  if (known.length > 0 || me.scope !== 'all' || me.readsOnly || sid) fail('device.unknown');
  if (!isWholeSn(sn)) fail('device.snUnknown', { sn });
  return { sn, siteId: null, companyId: null };
}
