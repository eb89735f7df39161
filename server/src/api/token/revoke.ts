import type { token } from '@helioport/contract/token';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteAccessToken } from '../../repositories/accessTokens.ts';
import { writeAudit } from '../../repositories/audit.ts';

export default handler<typeof token.revoke>(async ({ input, me, tx, now }) => {
  const subject = await deleteAccessToken(tx, me.userId, input.id);
  if (subject === undefined) return fail('token.unknown');
  await writeAudit(tx, me, now, { action: 'token.revoke', subject, subjectUserId: me.userId });
  return {};
});
