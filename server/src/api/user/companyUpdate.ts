import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Me } from '../../access/me.ts';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import {
  type Company,
  companyIdsBelow,
  contactOf,
  countRolesAbove,
  lockCompanies,
  misplacedChild,
  setContact,
  updateCompany,
} from '../../repositories/companies.ts';
import { markManagers } from '../../repositories/userAdmin.ts';
import {
  demandCompany,
  demandManager,
  demandPlace,
  demandRightManagers,
  kindInWords,
  type Where,
} from './internal/company.ts';

export default handler<typeof user.companyUpdate>(async (call) => {
  const { input, me, tx, now } = call;
  await lockCompanies(tx);
  const before = await demandCompany(call, input.companyId);
  const managerId =
    input.managerUid === undefined ? before.managerId : await demandManager(call, input.managerUid);
  const after: Company = {
    ...before,
    name: input.companyName ?? before.name,
    kind: input.kind ?? before.kind,
    parentId: input.parentId === null ? before.parentId : input.parentId || null,
    managerId,
  };
  demandNotOwn(me, before, after);
  const below = await demandNewPlace(call, before, after);
  await updateCompany(tx, after);
  await demandRightManagers(call, below);
  await markManagers(tx, [before.managerId, after.managerId]);

  const detail = { ...(await changesOf(tx, before, after)), ...(await changeContact(call)) };
  if (Object.keys(detail).length === 0) return {};
  await writeAudit(tx, me, now, {
    action: 'company.update',
    subject: before.name,
    companyId: before.id,
    detail,
  });
  return {};
});

/** Users cannot move their own company, nor make themselves its manager. */
function demandNotOwn(me: Me, before: Company, after: Company): void {
  if (me.scope === 'all' || before.id !== me.companyId) return;
  const isMoved = after.parentId !== before.parentId || after.kind !== before.kind;
  const isManaged = after.managerId !== before.managerId && before.managerId !== me.userId;
  if (isMoved || isManaged) fail('company.own');
}

/**
 * Checks type and position against the parent, the child companies and the users of the company; returns the company
 * and all below it.
 */
async function demandNewPlace(where: Where, before: Company, after: Company): Promise<number[]> {
  const below = await companyIdsBelow(where.tx, before.id);
  if (after.parentId === before.parentId && after.kind === before.kind) return [before.id];
  if (after.parentId !== null && below.includes(after.parentId)) fail('company.belowItself');
  await demandPlace(where, after.kind, after.parentId ?? 0);
  const child = await misplacedChild(where.tx, before.id, after.kind);
  const kind = kindInWords(where, after.kind);
  if (child)
    fail('company.childRank', { child: child.name, kind: kindInWords(where, child.kind), parent: kind });
  const people = await countRolesAbove(where.tx, before.id, after.kind);
  if (people > 0) fail('company.rolesAbove', { count: people, kind });
  return below;
}

/** Writes the contact data that were given; returns those that differ, old and new. */
async function changeContact({ input, tx }: Call<typeof user.companyUpdate>) {
  const before = await contactOf(tx, input.companyId);
  if (before === undefined) return {};
  const { contactPerson, contactEmail, contactNumber, street, zip, city, website } = input;
  const given = { contactPerson, contactEmail, contactNumber, street, zip, city, website };
  const fields = Object.keys(before) as (keyof typeof before)[];
  const changed = fields.filter((field) => given[field] !== undefined && given[field] !== before[field]);
  const after = { ...before, ...Object.fromEntries(changed.map((field) => [field, given[field]])) };
  if (changed.length > 0) await setContact(tx, input.companyId, after);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** What is otherwise than before, in names. */
async function changesOf(tx: Tx, before: Company, after: Company) {
  const [from, to] = [await namesOf(tx, before), await namesOf(tx, after)];
  return Object.fromEntries(
    Object.entries(to)
      .filter(([field, value]) => from[field] !== value)
      .map(([field, value]) => [field, { from: from[field], to: value }]),
  );
}

async function namesOf(tx: Tx, company: Company): Promise<Record<string, string>> {
  const { rows } = await sql<{ parent: string; manager: string }>`
    select coalesce((select name from companies where id = ${company.parentId}), '') as parent,
      coalesce((select uid from users where id = ${company.managerId}), '') as manager`.execute(tx);
  return { name: company.name, kind: company.kind, ...rows[0] };
}
