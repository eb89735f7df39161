import { randomBytes } from 'node:crypto';
import type { user } from '@helioport/contract/user';
import { languageByCode } from '@helioport/domain/languages';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { checkedPlace } from '../../platform/places.ts';
import { demandGoodPassword } from '../../queries/demandGoodPassword.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setMemberships } from '../../repositories/memberships.ts';
import { changeProfile } from '../../repositories/profiles.ts';
import { replaceUnconfirmed } from '../../repositories/registrations.ts';
import { changeUser, isEmailTaken } from '../../repositories/userAdmin.ts';
import { createUser, newUid } from '../../repositories/users.ts';
import { sendInvitation } from './internal/inviteMail.ts';
import { demandCompanies, demandPlacement } from './internal/placement.ts';

export default handler<typeof user.create>(async ({ input, me, visible, tx, now, lan, services }) => {
  const { email, groupId } = input;
  if (groupId === null) return fail('user.groupNeeded');
  if (input.language !== null && !languageByCode(input.language))
    fail('request.invalid', { field: 'language' });
  const place = checkedPlace(input.countryCode, input.stateCode);
  const where = { tx, me, visible };
  const { role, company } = await demandPlacement(where, {
    groupId,
    companyId: input.companyId ?? me.companyId,
  });
  await demandCompanies(where, input.memberOf);
  if (services.config.requiresVerifiedEmail) await replaceUnconfirmed(tx, email);
  if (await isEmailTaken(tx, email)) fail('user.emailTaken', { email });

  const uid = newUid(now);
  const languageCode = input.language ?? lan;
  const brandId = company?.brandId ?? 0;
  if (input.password != null) await demandGoodPassword(tx, { email, brandId, password: input.password });
  const userId = await createUser(tx, {
    ...place,
    uid,
    email,
    // Invited users set their own password; until then it is random and unknown.
    passwordHash: await hashPassword(input.password ?? randomBytes(32).toString('base64url')),
    groupId,
    companyId: company?.id ?? null,
    parentId: me.userId,
    createdBy: me.userId,
    contactPerson: input.contactPerson,
    city: input.city,
    languageCode,
    brandId,
    createdAt: new Date(now),
  });
  if (userId === undefined) return fail('user.emailTaken', { email });
  const { contactNumber, street, zip, isBusiness } = input;
  await changeProfile(tx, userId, { contactNumber, street, zip });
  await changeUser(tx, userId, { isBusiness });
  // A customer does not work for the company that registered them.
  const worksFor = role.scope === 'own' ? [] : [...input.memberOf, ...(company ? [company.id] : [])];
  await setMemberships(tx, userId, worksFor);

  await writeAudit(tx, me, now, {
    action: 'user.create',
    subject: uid,
    subjectUserId: userId,
    ...(company ? { companyId: company.id } : {}),
    detail: {
      email,
      group: role.name,
      company: company?.name ?? '',
      worksFor,
      invited: input.sendInvitation,
    },
  });
  const isEmailed = input.sendInvitation && services.config.smtp !== undefined;
  let link = '';
  if (input.sendInvitation) {
    const { publicUrl } = services.config;
    const name = input.contactPerson;
    link = await sendInvitation(tx, {
      userId,
      email,
      name,
      languageCode,
      brandId,
      inviter: me.email,
      publicUrl,
      isShown: !isEmailed,
      now,
    });
  }
  return { uid, isEmailed, link: isEmailed ? '' : link };
});
