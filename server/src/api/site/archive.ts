import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { archiveAddress } from '../../queries/archive/ticket.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';

export default handler<typeof site.archive>(async (call) => {
  const { input, tx, me, now } = call;
  const plant = await siteToChange(call, input.sid);
  const { rows } = await sql<{ devices: number; days: number }>`
    select (select count(*) from devices where site_id = ${plant.id})::int as devices,
      (select count(*) from site_day where site_id = ${plant.id})::int as days`.execute(tx);
  await writeAudit(tx, me, now, {
    action: 'site.archive',
    subject: plant.sid,
    siteId: plant.id,
    companyId: plant.companyId,
  });
  const address = await archiveAddress(tx, { siteId: plant.id, userId: me.userId, now });
  return { address, devices: rows[0]?.devices ?? 0, days: rows[0]?.days ?? 0 };
});
