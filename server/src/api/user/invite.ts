import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { sendInvitation } from './internal/inviteMail.ts';
import { demandInvitable } from './internal/person.ts';

export default handler<typeof user.invite>(async ({ input, me, visible, tx, now, services }) => {
  const person = await demandInvitable(tx, visible, input.uid);
  if (!person.awaitsInvitation) fail('user.hasSignedIn');
  const { publicUrl, smtp } = services.config;
  const isEmailed = smtp !== undefined;
  if (input.isEmailOnly && !isEmailed) return { isEmailed, link: '' };
  const { id: userId, email, contactPerson: name, languageCode, brandId } = person;
  const { rows: before } = await sql<{ at: Date | null }>`
    select max(created_at) as at from mail_links where user_id = ${userId} and purpose = 'invite'`.execute(
    tx,
  );
  // The link gives access to the account, so only users who administer it receive it.
  const isShown = !isEmailed && person.mayEdit;
  const link = await sendInvitation(tx, {
    userId,
    email,
    name,
    languageCode,
    brandId,
    inviter: me.email,
    publicUrl,
    isShown,
    now,
  });
  await writeAudit(tx, me, now, {
    action: 'user.invite',
    subject: person.uid,
    subjectUserId: userId,
    companyId: person.companyId,
    detail: { invitedAt: { from: before[0]?.at?.toISOString() ?? '', to: new Date(now).toISOString() } },
  });
  return { isEmailed, link: isShown ? link : '' };
});
