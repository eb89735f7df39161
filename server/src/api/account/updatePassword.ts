import type { account } from '@helioport/contract/account';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../queries/demandGoodPassword.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endMailLinks } from '../../repositories/mailLinks.ts';
import { queueMail } from '../../repositories/mails.ts';
import { endSessionsOf } from '../../repositories/sessions.ts';
import { findUserById, lockSameUser, setPassword, type User } from '../../repositories/users.ts';
import { checkPassword } from './internal/checkPassword.ts';

interface Prepared {
  checked: User;
  hash: string;
}

async function prepare(call: EarlyCall<typeof account.updatePassword>): Promise<Prepared> {
  const { input, me, tx } = call;
  const user = await findUserById(tx, me.userId);
  if (!user) return fail('session.expired');
  const checked = await checkPassword(call, { user, email: user.email, password: input.password });
  const { email, brandId } = checked;
  await demandGoodPassword(tx, { password: input.newPassword, email, brandId });
  return { checked, hash: await hashPassword(input.newPassword) };
}

export default withPreparation<typeof account.updatePassword, Prepared>(
  prepare,
  async ({ tx, now, origin }, { checked, hash }) => {
    const user = await lockSameUser(tx, checked);
    await setPassword(tx, user.id, { hash, byMail: false, now });
    await endMailLinks(tx, user.id, now);
    const ended = await endSessionsOf(tx, user.id, origin.token);
    await writeAudit(tx, { userId: user.id }, now, {
      action: 'account.updatePassword',
      subject: user.email,
      detail: { endedSessions: ended },
    });
    const { email: to, languageCode, brandId, contactPerson: name } = user;
    await queueMail(tx, { kind: 'passwordChanged', to, name, languageCode, brandId, now });
    return {};
  },
);
