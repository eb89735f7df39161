import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isPassword } from '../../platform/password.ts';
import { writeAudit } from '../../repositories/audit.ts';
import {
  candidatesOf,
  endMailLinks,
  type LinkCandidate,
  takeMailLink,
} from '../../repositories/mailLinks.ts';
import { completeRegistration } from '../../repositories/registrations.ts';
import { confirmEmail } from '../../repositories/users.ts';

/** The registration of the password; undefined if the link is invalid, which the handler reports. */
async function prepare({
  input,
  tx,
  now,
}: EarlyCall<typeof account.verifyEmail>): Promise<LinkCandidate | undefined> {
  const candidates = await candidatesOf(tx, { token: input.token, now });
  for (const one of candidates) if (await isPassword(one.passwordHash, input.password)) return one;
  return candidates.length > 0 ? fail('link.password') : undefined;
}

export default withPreparation<typeof account.verifyEmail, LinkCandidate | undefined>(
  prepare,
  async ({ input, tx, now }, chosen) => {
    const link = await takeMailLink(tx, { token: input.token, purposes: ['verify'], now });
    if (link.status !== 'taken') return fail(`link.${link.status}`);
    if (!chosen) return fail('link.expired');
    const { userId } = link;
    if (chosen.registration && !(await completeRegistration(tx, userId, chosen.registration)))
      return fail('link.expired');
    await confirmEmail(tx, userId, now);
    await endMailLinks(tx, userId, now);
    const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(tx);
    const email = rows[0]!.email;
    await writeAudit(tx, { userId }, now, { action: 'account.verifyEmail', subject: email });
    return { email };
  },
);
