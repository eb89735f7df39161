import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { endSession } from '../../repositories/sessions.ts';

export default handler<typeof account.loginOut>(async ({ tx, origin }) => {
  await endSession(tx, origin.token);
  return {};
});
