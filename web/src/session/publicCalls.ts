// The calls of the public pages and the guard, without their schemas, to keep the login page small: zod alone would be
// a fifth of it. Types come from the contract; a test compares path, writes and timeout with it.
import type { account } from '@helioport/contract/account';
import type { alarm } from '@helioport/contract/alarm';
import type { auth } from '@helioport/contract/auth';
import type { common } from '@helioport/contract/common';
import type { Endpoint } from '@helioport/contract/endpoint';
import type { pv } from '@helioport/contract/pv';
import type { site } from '@helioport/contract/site';
import type { LeanCall } from '../api/client.ts';

const lean = <E extends Endpoint>(path: string, writes = false): LeanCall<E> => ({
  path,
  writes,
  timeoutMs: 20_000,
});

export const publicCalls = {
  signIn: lean<typeof account.signIn>('v2/sign-in', true),
  loginOut: lean<typeof account.loginOut>('v2/account/loginOut', true),
  signUp: lean<typeof account.signUp>('v2/sign-up', true),
  verifyEmail: lean<typeof account.verifyEmail>('v2/account/verifyEmail', true),
  reportUnsubscribe: lean<typeof pv.reportUnsubscribe>('v1/pv/report/unsubscribe', true),
  mailed: lean<typeof alarm.mailed>('v2/alarm/mailed'),
  mailedAcknowledge: lean<typeof alarm.mailedAcknowledge>('v2/alarm/mailed/acknowledge', true),
  resendVerification: lean<typeof account.resendVerification>('v2/account/resendVerification', true),
  emailForgetPassword: lean<typeof account.emailForgetPassword>('v2/email-forget-password', true),
  resetPasswordEmail: lean<typeof account.resetPasswordEmail>('v2/reset-password-email', true),
  linkInfo: lean<typeof account.linkInfo>('v2/account/linkInfo'),
  setup: lean<typeof account.setup>('v2/account/setup', true),
  setupState: lean<typeof account.setupState>('v2/account/setupState'),
  roleMenuView: lean<typeof auth.roleMenuView>('v2/auth/role/menu/view'),
  roleViewAs: lean<typeof auth.roleViewAs>('v2/auth/role/viewAs', true),
  roleViewAsEnd: lean<typeof auth.roleViewAsEnd>('v2/auth/role/viewAsEnd', true),
  lan: lean<typeof common.lan>('v1/common/lan'),
  country: lean<typeof common.country>('v1/common/country'),
  state: lean<typeof common.state>('v1/common/state'),
  brand: lean<typeof common.brand>('v1/common/brand'),
  publicView: lean<typeof site.publicView>('v2/site/publicView'),
  privacyPolicy: lean<typeof common.privacyPolicy>('v1/common/privacyPolicy'),
};
