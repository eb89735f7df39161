import type { user } from '@helioport/contract/user';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../records/audit.ts';
import { sendInvitation } from './parts/inviteMail.ts';
import { demandEditable } from './parts/person.ts';

const invite: Handler<typeof user.invite> = async ({ input, me, visible, tx, now, services }) => {
  const person = await demandEditable(tx, visible, input.uid);
  if (person.hasSignedIn) fail('user.hasSignedIn');
  const { publicUrl } = services.config;
  const { id: userId, email, contactPerson: name, languageCode, brandId } = person;
  await sendInvitation(tx, {
    userId,
    email,
    name,
    languageCode,
    brandId,
    inviter: me.email,
    publicUrl,
    now,
  });
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'user.invite',
    subject: person.uid,
    subjectUserId: userId,
    ...(person.companyId === null ? {} : { companyId: person.companyId }),
  });
  return {};
};

export default invite;
