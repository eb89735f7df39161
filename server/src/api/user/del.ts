import type { FailureKey } from '@helioport/contract/failures';
import type { user } from '@helioport/contract/user';
import type { Call, Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit, writeAudits } from '../../records/audit.ts';
import { lockCompanies, managedBy, replaceManager, strayManager } from '../../records/companies.ts';
import {
  anonymise,
  giveSitesAway,
  isLastAdministrator,
  type MovedSite,
  replaceInstaller,
} from '../../records/farewells.ts';
import { deleteMailsTo, queueMail } from '../../records/mails.ts';
import { markManagers } from '../../records/userAdmin.ts';
import { farewellOf } from './parts/farewell.ts';
import { demandEditable, demandHeir, type Heir, type Person } from './parts/person.ts';

type Delete = Call<typeof user.del>;

const del: Handler<typeof user.del> = async (call) => {
  const { input, visible, tx, now } = call;
  const person = await demandEditable(tx, visible, input.uid);
  // Holds the number of administrators; what else stands against it is asked below.
  await isLastAdministrator(tx, person.id);
  const { reason, plants, plantsElsewhere } = await farewellOf(call, person.id);
  if (reason !== '') fail(refusals[reason], { count: plantsElsewhere });
  if (plants > 0 && !input.handOverTo && !input.orphanPlants) fail('user.hasPlants', { count: plants });

  const heir = input.handOverTo ? await demandHeir(tx, visible, person.id, input.handOverTo) : undefined;
  await leaveCompanies(call, person);
  const moved = await giveSitesAway(tx, { fromUserId: person.id, toUserId: heir?.id ?? null, now });
  await replaceInstaller(tx, person.id);
  await anonymise(tx, person.id, now);
  await deleteMailsTo(tx, person.email);
  await writeDown(call, person, { moved, heir });
  await tellThem(call, person, { moved, heir });
  return {};
};

const refusals = {
  self: 'user.self',
  notYours: 'user.notEditable',
  lastAdministrator: 'account.lastAdministrator',
  inUse: 'user.inUse',
  plantsElsewhere: 'user.plantsElsewhere',
} as const satisfies Record<string, FailureKey>;

interface Legacy {
  moved: readonly MovedSite[];
  heir: Heir | undefined;
}

/** Names a new manager for the companies that he manages, or leaves them without one. */
async function leaveCompanies({ input, me, visible, tx, now }: Delete, person: Person): Promise<void> {
  await lockCompanies(tx);
  const managed = await managedBy(tx, person.id);
  if (managed.length === 0) return;
  const { companyHandOverTo } = input;
  const follower = companyHandOverTo
    ? await demandHeir(tx, visible, person.id, companyHandOverTo)
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

async function writeDown({ me, tx, now }: Delete, person: Person, { moved, heir }: Legacy): Promise<void> {
  const at = new Date(now);
  await writeAudits(
    tx,
    moved.map((site) => ({
      at,
      userId: me.userId,
      action: heir ? 'site.handOver' : 'site.orphan',
      subject: site.sid,
      siteId: site.id,
      ...(site.companyId === null ? {} : { companyId: site.companyId }),
    })),
  );
  await writeAudit(tx, {
    at,
    userId: me.userId,
    action: 'user.del',
    subject: person.uid,
    subjectUserId: person.id,
    ...(person.companyId === null ? {} : { companyId: person.companyId }),
    detail: { plants: moved.length, handedOver: heir !== undefined },
  });
}

async function tellThem(
  { tx, now, services }: Delete,
  person: Person,
  { moved, heir }: Legacy,
): Promise<void> {
  const { email: to, contactPerson: name, languageCode, brandId } = person;
  await queueMail(tx, { kind: 'removed', to, name, languageCode, brandId, now });
  if (!heir || moved.length === 0) return;
  await queueMail(tx, {
    kind: 'handOver',
    to: heir.email,
    name: heir.contactPerson,
    languageCode: heir.languageCode,
    brandId: heir.brandId,
    link: `${services.config.publicUrl}/pvPlant`,
    params: { count: moved.length, from: person.email },
    now,
  });
}

export default del;
