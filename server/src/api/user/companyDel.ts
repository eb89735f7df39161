import type { user } from '@helioport/contract/user';
import { type Call, handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit, writeAudits } from '../../repositories/audit.ts';
import {
  type Company,
  companyIdsBelow,
  countRolesAbove,
  deleteCompany,
  type Estate,
  estateOf,
  lockCompanies,
  misplacedChild,
  moveChildren,
} from '../../repositories/companies.ts';
import { moveMembers } from '../../repositories/memberships.ts';
import { announceRights } from '../../repositories/rights.ts';
import { moveSerials } from '../../repositories/serials.ts';
import { moveSessions } from '../../repositories/sessions.ts';
import { moveSitesOfCompany } from '../../repositories/sites.ts';
import { markManagers, moveUsers } from '../../repositories/userAdmin.ts';
import { demandCompany, demandRightManagers, kindInWords } from './internal/company.ts';

type Dissolution = Call<typeof user.companyDel>;

const countedOf = ({ users, sites, companies }: Estate) => [
  { key: 'count.users', count: users },
  { key: 'count.plants', count: sites },
  { key: 'count.companiesBelow', count: companies },
];

export default handler<typeof user.companyDel>(async (call) => {
  const { input, me, tx } = call;
  await lockCompanies(tx);
  const company = await demandCompany(call, input.companyId);
  if (me.scope !== 'all' && company.id === me.companyId) fail('company.own');
  const estate = await estateOf(tx, company.id);
  const successor = input.handOverTo ? await requireSuccessor(call, company, input.handOverTo) : undefined;
  const isEmpty = estate.users + estate.sites + estate.companies === 0;
  if (!isEmpty && !successor) fail('company.notEmpty', { company: company.name, what: countedOf(estate) });

  const people = successor ? await handOver(call, company, successor) : [];
  await moveSerials(tx, company.id, successor?.id ?? company.parentId);
  await moveSessions(tx, company.id, successor?.id ?? null);
  await deleteCompany(tx, company.id);
  await markManagers(tx, [company.managerId]);
  await announceRights(tx, { userIds: people });
  await writeDown(call, company, { successor, estate });
  return {};
});

/** The company that gets everything: the caller's, not the dissolved one itself nor below it, and of a fitting kind. */
async function requireSuccessor(call: Dissolution, company: Company, id: number): Promise<Company> {
  const successor = await demandCompany(call, id);
  const { tx } = call;
  if ((await companyIdsBelow(tx, company.id)).includes(successor.id)) fail('company.belowItself');
  const kind = kindInWords(call, successor.kind);
  const child = await misplacedChild(tx, company.id, successor.kind);
  if (child)
    fail('company.childRank', { child: child.name, kind: kindInWords(call, child.kind), parent: kind });
  const people = await countRolesAbove(tx, company.id, successor.kind);
  if (people > 0) fail('company.rolesAbove', { count: people, kind });
  return successor;
}

/** Moves users, plants and child companies; returns the users. */
async function handOver(call: Dissolution, company: Company, successor: Company): Promise<number[]> {
  const { me, tx, now } = call;
  const sites = await moveSitesOfCompany(tx, company.id, successor.id);
  const people = await moveUsers(tx, company.id, successor.id);
  await moveMembers(tx, company.id, successor.id);
  const moved = (await companyIdsBelow(tx, company.id)).filter((id) => id !== company.id);
  await moveChildren(tx, company.id, successor.id);
  await demandRightManagers(call, moved);
  await writeAudits(
    tx,
    sites.map((site) => ({
      at: new Date(now),
      userId: me.userId,
      action: 'site.company',
      subject: site.sid,
      siteId: site.id,
      companyId: successor.id,
      detail: { company: { from: company.name, to: successor.name } },
    })),
  );
  return people;
}

/** Logged for the company that takes over, because the deleted one has no users. */
const writeDown = (
  { me, tx, now }: Dissolution,
  company: Company,
  { successor, estate }: { successor: Company | undefined; estate: Estate },
): Promise<void> =>
  writeAudit(tx, me, now, {
    action: 'company.del',
    subject: company.name,
    companyId: successor?.id ?? company.parentId ?? company.id,
    detail: { handOverTo: successor?.name ?? '', ...estate },
  });
