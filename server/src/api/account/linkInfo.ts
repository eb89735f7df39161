import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { peekMailLink } from '../../repositories/mailLinks.ts';

const purposes = ['reset', 'invite'] as const;

/** A holder of the link can set the password of the account, so the address is no secret to them. */
export default handler<typeof account.linkInfo>(async ({ input, tx, now }) => {
  const link = await peekMailLink(tx, { token: input.token, purposes, now });
  if (link.status !== 'taken') return fail(`link.${link.status}`);
  const { rows } = await sql<{ email: string; inviter: string }>`
    select u.email, coalesce(nullif(p.contact_person, ''), c.name, '') as inviter
    from users u left join users p on p.id = u.parent_id and p.cancelled_at is null
    left join companies c on c.id = p.company_id
    where u.id = ${link.userId} and u.cancelled_at is null`.execute(tx);
  const person = rows[0] ?? fail('link.unknown');
  return { purpose: link.purpose === 'invite' ? ('invite' as const) : ('reset' as const), ...person };
});
