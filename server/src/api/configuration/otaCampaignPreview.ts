import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { reachOf } from '../../queries/campaign/reach.ts';
import type { FirmwareRow } from '../../repositories/firmware.ts';

export default handler<typeof configuration.otaCampaignPreview>(async (call) => {
  const { input, me, tx } = call;
  const { rows } = await sql<FirmwareRow>`
    select id, model, version, is_published as "isPublished", is_forced as "isForced", file_id as "fileId"
    from firmware where id = ${input.firmwareId} and ${me.isOperator ? sql`true` : sql`is_published`}`.execute(
    tx,
  );
  return await reachOf(call, rows[0] ?? fail('firmware.unknown'), input.filters);
});
