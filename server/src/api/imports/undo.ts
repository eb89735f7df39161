import type { imports } from '@helioport/contract/imports';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { releaseDevice } from '../../repositories/claims.ts';
import { deleteCommands } from '../../repositories/commands.ts';
import { deleteImport, devicesOfImport } from '../../repositories/historyImports.ts';
import { freeInputs } from '../../repositories/replacements.ts';
import { deleteDeviceHistory } from '../../timeseries/retention/deleteHistory.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

export default handler<typeof imports.undo>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  // Before any row is locked, as the job does, so that the two never wait for each other.
  await holdRollUps(tx, siteId);
  const { rows } = await sql<Columns<'history_imports', 'serial' | 'fileName'>>`
    select serial, file_name as "fileName" from history_imports
    where site_id = ${siteId} and id = ${input.id} for update`.execute(tx);
  const found = rows[0] ?? fail('imports.unknown');
  const deviceIds = (await devicesOfImport(tx, { siteId, serial: found.serial })).map(({ id }) => id);
  const days = await deleteDeviceHistory(tx, { siteId, deviceIds, now });
  for (const deviceId of deviceIds) await freeInputs(tx, siteId, deviceId);
  await deleteCommands(tx, siteId, deviceIds);
  await releaseDevice(tx, { siteId, deviceIds });
  await deleteImport(tx, { siteId, id: input.id, deviceIds });
  await writeAudit(tx, me, now, {
    action: 'imports.undo',
    subject: found.fileName,
    siteId,
    companyId,
    detail: { sid: input.sid, days },
  });
  return {};
});
