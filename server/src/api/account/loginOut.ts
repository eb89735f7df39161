import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { endSession } from '../../repositories/sessions.ts';

const loginOut: Handler<typeof account.loginOut> = async ({ tx, origin }) => {
  await endSession(tx, origin.token);
  return {};
};

export default loginOut;
