import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../reads/demandGoodPassword.ts';
import { writeAudit } from '../../records/audit.ts';
import { endMailLinks } from '../../records/mailLinks.ts';
import { queueMail } from '../../records/mails.ts';
import { endSessionsOf } from '../../records/sessions.ts';
import { lockUser, setPassword } from '../../records/users.ts';
import { demandPassword } from './parts/demandPassword.ts';

const updatePassword: Handler<typeof account.updatePassword> = async ({ input, me, tx, now, origin }) => {
  const user = await lockUser(tx, me.userId);
  if (!user) return fail('session.expired');
  await demandPassword(tx, {
    ...{ user, email: user.email, password: input.password, address: origin.address, now },
  });

  const { newPassword: password } = input;
  await demandGoodPassword(tx, { password, email: user.email, brandId: user.brandId });
  await setPassword(tx, user.id, { hash: await hashPassword(password), byMail: false, now });
  await endMailLinks(tx, user.id, now);
  const ended = await endSessionsOf(tx, user.id, origin.token);
  await writeAudit(tx, {
    at: new Date(now),
    userId: user.id,
    action: 'account.updatePassword',
    subject: user.email,
    detail: { endedSessions: ended },
  });
  const { email: to, languageCode, brandId, contactPerson: name } = user;
  await queueMail(tx, { kind: 'passwordChanged', to, name, languageCode, brandId, now });
  return {};
};

export default updatePassword;
