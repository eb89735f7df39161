// The caller's own account: registration, login and logout, profile, passwords, sessions, company and closure; and the
// first administrator of an empty installation. Administration of other users is in the module `user`.
import { account } from '@helioport/contract/account';
import { fulfil } from '../../access/handler.ts';
import avatar from './avatar.ts';
import avatarDelete from './avatarDelete.ts';
import companies from './companies.ts';
import emailForgetPassword from './emailForgetPassword.ts';
import info from './info.ts';
import linkInfo from './linkInfo.ts';
import loginOut from './loginOut.ts';
import logOff from './logOff.ts';
import logOffPreview from './logOffPreview.ts';
import profile from './profile.ts';
import resendVerification from './resendVerification.ts';
import resetPasswordEmail from './resetPasswordEmail.ts';
import sessionRevoke from './sessionRevoke.ts';
import sessionRevokeOthers from './sessionRevokeOthers.ts';
import sessions from './sessions.ts';
import setup from './setup.ts';
import setupState from './setupState.ts';
import signIn from './signIn.ts';
import signUp from './signUp.ts';
import switchCompany from './switchCompany.ts';
import update from './update.ts';
import updatePassword from './updatePassword.ts';
import verifyEmail from './verifyEmail.ts';

export default fulfil(account, {
  signIn,
  signUp,
  verifyEmail,
  resendVerification,
  emailForgetPassword,
  resetPasswordEmail,
  linkInfo,
  info,
  profile,
  update,
  avatar,
  avatarDelete,
  updatePassword,
  sessions,
  sessionRevoke,
  sessionRevokeOthers,
  companies,
  switchCompany,
  loginOut,
  logOffPreview,
  logOff,
  setup,
  setupState,
});
