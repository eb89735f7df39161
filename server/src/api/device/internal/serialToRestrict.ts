// Serial number that a call adds to the blocklist or removes from it.
import { partOf } from '@helioport/domain/deviceIdentity';
import { sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import { fail } from '../../../platform/failure.ts';
import type { QueryContext } from '../../../queries/found.ts';
import { isWholeSn } from '../../../queries/hardware.ts';

interface SerialToRestrict {
  sn: string;
  /** Plant of the device; null if unclaimed. */
  siteId: number | null;
  companyId: number | null;
}

/**
 * A device of a plant that the caller may change, or a visible unclaimed serial number. Callers who see everything may
 * name a serial number that never reported. A component is restricted with its composite device.
 */
export async function serialToRestrict(
  { tx, visible, me }: QueryContext & { me: Me },
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

/** For which company the caller restricts: of an administrator for none, so that only administrators lift it. */
export const restrictorOf = ({ scope, companyId }: Me): number | null =>
  scope === 'company' ? companyId : null;

/**
 * Serial number of a call that removes a restriction: as above, or an unclaimed one that the caller's company
 * restricted.
 */
export async function serialToLift(
  call: QueryContext & { me: Me },
  named: { sn: string; sid?: string | null | undefined },
): Promise<SerialToRestrict> {
  const { tx, me } = call;
  const companyId = me.readsOnly ? null : restrictorOf(me);
  if (companyId === null || named.sid) return await serialToRestrict(call, named);
  const { rows } = await sql<SerialToRestrict>`
    select e.sn, null as "siteId", ${companyId}::bigint as "companyId" from sn_entries e
    where e.sn = ${named.sn} and e.restricted_company_id = ${companyId}
      and not exists (select from devices d where d.sn = e.sn and d.site_id is not null)`.execute(tx);
  return rows[0] ?? (await serialToRestrict(call, named));
}
