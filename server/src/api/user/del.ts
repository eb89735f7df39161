import type { FailureKey } from '@helioport/contract/failures';
import type { user } from '@helioport/contract/user';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { endAccount, isLastAdministrator } from '../../repositories/accountClosures.ts';
import { writeAudits } from '../../repositories/audit.ts';
import { lockCompanies, managedBy, replaceManager, strayManager } from '../../repositories/companies.ts';
import { markManagers } from '../../repositories/userAdmin.ts';
import { closurePreview } from './internal/closurePreview.ts';
import { demandEditable, type Person, requireNewOwner } from './internal/person.ts';

type Delete = Call<typeof user.del>;

export default handler<typeof user.del>(async (call) => {
  const { input, me, visible, tx, now, services } = call;
  const person = await demandEditable(tx, visible, input.uid);
  // Locks the number of administrators; the other obstacles are checked below.
  await isLastAdministrator(tx, person.id);
  const { reason, plants, plantsElsewhere } = await closurePreview(call, person.id);
  if (reason !== '') fail(refusals[reason], { count: plantsElsewhere });
  if (plants > 0 && !input.handOverTo && !input.orphanPlants) fail('user.hasPlants', { count: plants });

  const newOwner = input.handOverTo
    ? await requireNewOwner(tx, visible, person.id, input.handOverTo)
    : undefined;
  await leaveCompanies(call, person);
  await endAccount(tx, {
    person,
    newOwner,
    byUserId: me.userId,
    action: 'user.del',
    plantsLink: `${services.config.publicUrl}/pvPlant`,
    now,
  });
  return {};
});

const refusals = {
  self: 'user.self',
  notYours: 'user.notEditable',
  lastAdministrator: 'account.lastAdministrator',
  inUse: 'user.inUse',
  plantsElsewhere: 'user.plantsElsewhere',
} as const satisfies Record<string, FailureKey>;

/** Assigns a new manager to the companies that the user manages, or leaves them without one. */
async function leaveCompanies({ input, me, visible, tx, now }: Delete, person: Person): Promise<void> {
  await lockCompanies(tx);
  const managed = await managedBy(tx, person.id);
  if (managed.length === 0) return;
  const { companyHandOverTo } = input;
  const follower = companyHandOverTo
    ? await requireNewOwner(tx, visible, person.id, companyHandOverTo)
    : undefined;
  const companyIds = await replaceManager(tx, person.id, follower?.id ?? null);
  const stray = await strayManager(tx, companyIds);
  if (stray) fail('company.managerElsewhere', stray);
  await markManagers(tx, [follower?.id ?? null]);
  await writeAudits(
    tx,
    managed.map((company) => ({
      at: new Date(now),
      userId: me.userId,
      action: 'company.update',
      subject: company.name,
      companyId: company.id,
      detail: { manager: { from: person.uid, to: follower?.uid ?? '' } },
    })),
  );
}
