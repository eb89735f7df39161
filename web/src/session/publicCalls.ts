// The calls that the public pages and the guard make, without their schemas: the login page must be there at once, and
// zod alone would be a fifth of its weight. The types are the contract's; a test holds path, writes and timeout to it.
import type { account } from '@helioport/contract/account';
import type { auth } from '@helioport/contract/auth';
import type { common } from '@helioport/contract/common';
import type { Endpoint } from '@helioport/contract/endpoint';
import type { LeanCall } from '../api/client.ts';

const lean = <E extends Endpoint>(path: string, writes = false): LeanCall<E> => ({
  path,
  writes,
  timeoutMs: 20_000,
});

export const publicCalls = {
  signIn: lean<typeof account.signIn>('v2/sign-in', true),
  loginOut: lean<typeof account.loginOut>('v2/account/loginOut', true),
  setup: lean<typeof account.setup>('v2/account/setup', true),
  setupState: lean<typeof account.setupState>('v2/account/setupState'),
  roleMenuView: lean<typeof auth.roleMenuView>('v2/auth/role/menu/view'),
  lan: lean<typeof common.lan>('v1/common/lan'),
  brand: lean<typeof common.brand>('v1/common/brand'),
};
