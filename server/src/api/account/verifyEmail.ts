import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../records/audit.ts';
import { takeMailLink } from '../../records/mailLinks.ts';
import { confirmEmail } from '../../records/users.ts';

const verifyEmail: Handler<typeof account.verifyEmail> = async ({ input, tx, now }) => {
  const link = await takeMailLink(tx, { token: input.token, purposes: ['verify'], now });
  if (link.status !== 'taken') return fail(`link.${link.status}`);
  await confirmEmail(tx, link.userId, now);
  const { rows } = await sql<{ email: string }>`select email from users where id = ${link.userId}`.execute(
    tx,
  );
  const email = rows[0]!.email;
  await writeAudit(tx, {
    at: new Date(now),
    userId: link.userId,
    action: 'account.verifyEmail',
    subject: email,
  });
  return { email };
};

export default verifyEmail;
