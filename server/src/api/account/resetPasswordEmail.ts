import type { account } from '@helioport/contract/account';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/password.ts';
import { demandGoodPassword } from '../../queries/demandGoodPassword.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endMailLinks, peekMailLink, takeMailLink } from '../../repositories/mailLinks.ts';
import { queueMail } from '../../repositories/mails.ts';
import { endSessionsOf } from '../../repositories/sessions.ts';
import { findUserById, lockUser, setPassword } from '../../repositories/users.ts';

const purposes = ['reset', 'invite'] as const;

/** The hash of the new password; a link that cannot be used costs none. */
async function prepare({ input, tx, now }: EarlyCall<typeof account.resetPasswordEmail>): Promise<string> {
  const { token, password } = input;
  const link = await peekMailLink(tx, { token, purposes, now });
  if (link.status !== 'taken') return fail(`link.${link.status}`);
  const user = await findUserById(tx, link.userId);
  if (!user) return fail('link.unknown');
  await demandGoodPassword(tx, { password, email: user.email, brandId: user.brandId });
  return await hashPassword(password);
}

export default withPreparation<typeof account.resetPasswordEmail, string>(
  prepare,
  async ({ input, tx, now }, hash) => {
    const link = await takeMailLink(tx, { token: input.token, purposes, now });
    if (link.status !== 'taken') return fail(`link.${link.status}`);
    const user = await lockUser(tx, link.userId);
    if (!user) return fail('link.unknown');

    await setPassword(tx, user.id, { hash, byMail: !link.isShown, now });
    await endMailLinks(tx, user.id, now);
    await endSessionsOf(tx, user.id);
    const action = link.purpose === 'invite' ? 'account.acceptInvitation' : 'account.resetPassword';
    await writeAudit(tx, { userId: user.id }, now, { action, subject: user.email });
    // An invitation sets the first password: there is no change to warn of.
    if (link.purpose === 'reset') {
      const { email: to, languageCode, brandId, contactPerson: name } = user;
      await queueMail(tx, { kind: 'passwordChanged', to, name, languageCode, brandId, now });
    }
    return {};
  },
);
