import type { token } from '@helioport/contract/token';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteAccessToken } from '../../repositories/accessTokens.ts';
import { writeAudit } from '../../repositories/audit.ts';

const revoke: Handler<typeof token.revoke> = async ({ input, me, tx, now }) => {
  const subject = await deleteAccessToken(tx, me.userId, input.id);
  if (subject === undefined) return fail('token.unknown');
  await writeAudit(tx, me, now, { action: 'token.revoke', subject, subjectUserId: me.userId });
  return {};
};

export default revoke;
