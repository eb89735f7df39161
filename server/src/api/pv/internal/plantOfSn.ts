// Old clients name a plant by one of its devices.
import { sql } from 'kysely';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';

interface SnRequest {
  tx: Tx;
  visible: Visible;
  input: { sn: string; sid?: string | null | undefined };
}

/** The visible plant of a device, with its company. */
export async function plantOfSn({
  tx,
  visible,
  input,
}: SnRequest): Promise<{ siteId: number; companyId: number | null }> {
  const { rows } = await sql<{ siteId: number; companyId: number | null }>`
    select s.id as "siteId", s.company_id as "companyId"
    from devices d join ${visible.sites} s on s.id = d.site_id
    where d.sn = ${input.sn} and (${input.sid ?? null}::text is null or s.sid = ${input.sid ?? null})`.execute(
    tx,
  );
  return rows[0] ?? fail('device.unknown');
}
