// Working for one company or another: each is a session of its own.
import { account } from '@helioport/contract/account';
import { call } from '../api/client.ts';
import { replaceToken, signInAs } from './session.ts';

/** Switches to the company. The old token becomes invalid meanwhile, so its rejection is ignored. */
export async function workFor(companyId: number): Promise<void> {
  await replaceToken(async () => {
    const { tokenInfo, userInfo } = await call(account.switchCompany, { companyId });
    signInAs(tokenInfo.token, userInfo);
  });
}
