import type { cloudImport } from '@helioport/contract/cloudImport';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { chooseImport } from '../../repositories/cloudImports.ts';

export default handler<typeof cloudImport.start>(async (call) => {
  const { input, tx, me, now } = call;
  const { rows } = await sql<Columns<'cloud_import_plants', 'number'>>`
    select p.number from cloud_import_plants p join cloud_imports i on i.id = p.import_id
    where i.id = ${input.id} and i.user_id = ${me.userId}`.execute(tx);
  const known = new Set(rows.map(({ number }) => number));
  const chosen = new Map(input.plants.map(({ number, into }) => [number, into]));
  if (known.size === 0 || [...chosen.keys()].some((number) => !known.has(number))) fail('cloud.unknown');
  const plants = [];
  for (const [number, into] of chosen)
    plants.push({ number, targetId: into === '' ? null : (await siteToChange(call, into)).id });
  const isStarted = await chooseImport(tx, {
    id: input.id,
    userId: me.userId,
    plants,
    now,
    ownerId: me.scope === 'own' ? me.userId : null,
    companyId: me.scope === 'company' ? me.companyId : null,
    installerId: me.scope === 'company' ? me.userId : null,
  });
  if (!isStarted) fail('cloud.otherState');
  await writeAudit(tx, me, now, {
    subjectUserId: me.userId,
    action: 'cloudImport.start',
    subject: String(input.id),
  });
  return {};
});
