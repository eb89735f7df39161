import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../reads/demandGoodPassword.ts';
import { writeAudit } from '../../records/audit.ts';
import { endMailLinks, takeMailLink } from '../../records/mailLinks.ts';
import { queueMail } from '../../records/mails.ts';
import { endSessionsOf } from '../../records/sessions.ts';
import { lockUser, setPassword } from '../../records/users.ts';

const resetPasswordEmail: Handler<typeof account.resetPasswordEmail> = async ({ input, tx, now }) => {
  const link = await takeMailLink(tx, { token: input.token, purposes: ['reset', 'invite'], now });
  if (link.status !== 'taken') return fail(`link.${link.status}`);
  const user = await lockUser(tx, link.userId);
  if (!user) return fail('link.unknown');

  const { password } = input;
  await demandGoodPassword(tx, { password, email: user.email, brandId: user.brandId });
  await setPassword(tx, user.id, { hash: await hashPassword(password), byMail: true, now });
  await endMailLinks(tx, user.id, now);
  await endSessionsOf(tx, user.id);
  const action = link.purpose === 'invite' ? 'account.acceptInvitation' : 'account.resetPassword';
  await writeAudit(tx, { at: new Date(now), userId: user.id, action, subject: user.email });
  // An invitation sets the first password: there is nothing to be warned of.
  if (link.purpose === 'reset') {
    const { email: to, languageCode, brandId, contactPerson: name } = user;
    await queueMail(tx, { kind: 'passwordChanged', to, name, languageCode, brandId, now });
  }
  return {};
};

export default resetPasswordEmail;
