import type { user } from '@helioport/contract/user';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteTries, refusedLogins } from '../../repositories/signInTries.ts';
import { demandVisible } from './internal/person.ts';

export default handler<typeof user.allowLogins>(async ({ input, me, visible, tx, now }) => {
  const person = await demandVisible(tx, visible, input.uid);
  const refused = await refusedLogins(tx, person.email, now);
  // Another user may have allowed them in the meantime.
  if (refused === null) return {};
  await deleteTries(tx, person.email);
  await writeAudit(tx, me, now, {
    action: 'user.allowLogins',
    subject: person.uid,
    subjectUserId: person.id,
    companyId: person.companyId,
    detail: {
      refusedLogins: { from: refused.networks, to: 0 },
      refusedUntil: { from: new Date(refused.until).toISOString(), to: '' },
    },
  });
  return {};
});
