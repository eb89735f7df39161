// Working for one company or another: each is a session of its own.
import { account } from '@helioport/contract/account';
import { call } from '../api/client.ts';
import { replaceToken, signInAs } from './session.ts';

/** Begins to work for the company. The old token dies on the way, and a refusal of it means nothing any more. */
export async function workFor(companyId: number): Promise<void> {
  await replaceToken(async () => {
    const { tokenInfo, userInfo } = await call(account.switchCompany, { companyId });
    signInAs(tokenInfo.token, userInfo);
  });
}
