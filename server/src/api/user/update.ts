import type { ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { checkedPlace } from '../../platform/places.ts';
import { isLastAdministrator } from '../../repositories/accountClosures.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { managedBy, strayManager } from '../../repositories/companies.ts';
import { membershipsOf, setMemberships } from '../../repositories/memberships.ts';
import { changeProfile } from '../../repositories/profiles.ts';
import { announceRights } from '../../repositories/rights.ts';
import { bringSessionsHome, endSessionsOf } from '../../repositories/sessions.ts';
import { changeUser } from '../../repositories/userAdmin.ts';
import { changeAddress } from './internal/changeAddress.ts';
import { demandEditable, isHisOwn, type Person } from './internal/person.ts';
import { demandCompanies, demandPlacement } from './internal/placement.ts';

type Change = ParsedOf<typeof user.update>;
type Update = Call<typeof user.update>;
/** Changes for the audit log. */
type Detail = Record<string, unknown>;

export default handler<typeof user.update>(async (call) => {
  const { input, me, visible, tx, now } = call;
  const person = await demandEditable(tx, visible, input.uid);
  if (person.id === me.userId && touchesRights(input, person)) fail('user.self');

  const detail: Detail = {
    ...(await changeContact(call, person)),
    ...(await changePlacement(call, person)),
    ...(await changeBlock(call, person)),
    ...(await changeAddress(call, person)),
  };
  if (Object.keys(detail).length === 0) return {};
  const companyId = person.companyId ?? input.companyId;
  await writeAudit(tx, me, now, {
    action: 'user.update',
    subject: person.uid,
    subjectUserId: person.id,
    ...(companyId ? { companyId } : {}),
    detail,
  });
  return {};
});

/** Whether the change is one that users cannot make to themselves. */
const touchesRights = (input: Change, person: Person): boolean =>
  (input.groupId !== null && input.groupId !== person.groupId) ||
  (input.companyId !== null && input.companyId !== (person.companyId ?? 0)) ||
  (input.email != null && input.email !== person.email) ||
  input.memberOf !== undefined ||
  input.isBlocked === true;

async function changeContact({ input, tx }: Update, person: Person): Promise<Detail> {
  if (input.language !== null && !languageByCode(input.language))
    fail('request.invalid', { field: 'language' });
  const place = await placeOf({ input, tx }, person.id);
  const changed = await changeProfile(tx, person.id, { ...input, ...place, languageCode: input.language });
  if (input.isBusiness !== null && input.isBusiness !== person.isBusiness) {
    await changeUser(tx, person.id, { isBusiness: input.isBusiness });
    changed.push('isBusiness');
  }
  return changed.length === 0 ? {} : { changed };
}

/** Country, state and the state's name belong together: of one that is given all three follow. */
async function placeOf({ input, tx }: Pick<Update, 'input' | 'tx'>, userId: number) {
  const { countryCode, stateCode } = input;
  if (countryCode == null && stateCode == null) return {};
  if (countryCode != null) return checkedPlace(countryCode, stateCode ?? '');
  const { rows } = await sql<Columns<'users', 'countryCode'>>`
    select country_code as "countryCode" from users where id = ${userId}`.execute(tx);
  return checkedPlace(rows[0]?.countryCode ?? '', stateCode ?? '');
}

/** Role, company and the further companies to work for: one belongs to the other, so they are weighed together. */
async function changePlacement({ input, me, visible, tx }: Update, person: Person): Promise<Detail> {
  const groupId = input.groupId ?? person.groupId;
  const companyId = input.companyId ?? person.companyId ?? 0;
  const isMoved = groupId !== person.groupId || companyId !== (person.companyId ?? 0);
  if (!isMoved && input.memberOf === undefined) return {};

  const where = { tx, me, visible };
  const { role, company } = await demandPlacement(where, { groupId, companyId });
  await demandCompanies(where, input.memberOf ?? []);
  const staysAdministrator = groupId === person.groupId;
  if (!staysAdministrator && (await isLastAdministrator(tx, person.id))) fail('account.lastAdministrator');
  const roleBy = isMoved ? { roleBy: me.userId } : {};
  await changeUser(tx, person.id, { groupId, companyId: company?.id ?? null, ...roleBy });

  const before = await membershipsOf(tx, person.id);
  const { rows: seen } = await sql<Columns<'companies', 'id'>>`
    select c.id from ${visible.companies} c where c.id = any(${before}::bigint[])`.execute(tx);
  const seenIds = new Set(seen.map(({ id }) => id));
  const further = input.memberOf ?? [...seenIds].filter((id) => id !== person.companyId);
  const unseen = before.filter((id) => !seenIds.has(id));
  const worksFor = role.scope === 'own' ? [] : [...unseen, ...further, ...(company ? [company.id] : [])];
  const isOtherwise = await setMemberships(tx, person.id, worksFor);
  await bringSessionsHome(tx, person.id);
  await demandRightManager({ tx }, person);
  await announceRights(tx, { userIds: [person.id] });

  return {
    ...(groupId === person.groupId ? {} : { group: { from: person.groupName, to: role.name } }),
    ...(companyId === (person.companyId ?? 0)
      ? {}
      : { company: { from: person.companyName, to: company?.name ?? '' } }),
    ...(isOtherwise ? { worksFor: { from: before, to: await membershipsOf(tx, person.id) } } : {}),
  };
}

/** The manager of a company works for it or for a parent company. */
async function demandRightManager({ tx }: Pick<Update, 'tx'>, person: Person): Promise<void> {
  const managed = await managedBy(tx, person.id);
  const stray = await strayManager(
    tx,
    managed.map(({ id }) => id),
  );
  if (stray) fail('user.manages', { email: person.email, company: stray.company });
}

async function changeBlock({ input, me, tx }: Update, person: Person): Promise<Detail> {
  const { isBlocked } = input;
  if (isBlocked === null || isBlocked === person.isBlocked) return {};
  if (isHisOwn(person, me)) fail('user.inUse');
  if (isBlocked && (await isLastAdministrator(tx, person.id))) fail('account.lastAdministrator');
  await changeUser(tx, person.id, { isBlocked });
  if (isBlocked) await endSessionsOf(tx, person.id);
  return { isBlocked: { from: !isBlocked, to: isBlocked } };
}
