import type { user } from '@helioport/contract/user';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createCompany, lockCompanies } from '../../repositories/companies.ts';
import { markManagers } from '../../repositories/userAdmin.ts';
import { demandManager, demandPlace, demandRightManagers } from './internal/company.ts';

export default handler<typeof user.companyCreate>(async (call) => {
  const { input, me, tx, now } = call;
  await lockCompanies(tx);
  const { companyName: name, kind } = input;
  const parent = await demandPlace(call, kind, input.parentId ?? 0);
  const managerId = await demandManager(call, input.managerUid ?? '');
  const companyId = await createCompany(tx, {
    kind,
    parentId: parent?.id ?? null,
    name,
    managerId,
    // A new company wears the brand of the one above it.
    brandId: parent?.brandId ?? 0,
    createdAt: new Date(now),
  });
  await demandRightManagers(call, [companyId]);
  await markManagers(tx, [managerId]);
  await writeAudit(tx, me, now, {
    action: 'company.create',
    subject: name,
    companyId,
    detail: { kind, parent: parent?.name ?? '', manager: input.managerUid ?? '' },
  });
  return { companyId };
});
