import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setAvatar } from '../../repositories/profiles.ts';

export default handler<typeof account.avatarDelete>(async ({ me, tx, now }) => {
  await setAvatar(tx, me.userId, null);
  await writeAudit(tx, me, now, { action: 'account.avatarDelete', subject: me.email });
  return {};
});
