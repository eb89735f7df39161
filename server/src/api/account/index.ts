// The caller's own account: registration, login and logout, profile, passwords, sessions, company and closure; and the
// first administrator of an empty installation. Administration of other users is in the module `user`.
export { default as avatar } from './avatar.ts';
export { default as avatarDelete } from './avatarDelete.ts';
export { default as companies } from './companies.ts';
export { default as emailForgetPassword } from './emailForgetPassword.ts';
export { default as info } from './info.ts';
export { default as linkInfo } from './linkInfo.ts';
export { default as loginOut } from './loginOut.ts';
export { default as logOff } from './logOff.ts';
export { default as logOffPreview } from './logOffPreview.ts';
export { default as profile } from './profile.ts';
export { default as resendVerification } from './resendVerification.ts';
export { default as resetPasswordEmail } from './resetPasswordEmail.ts';
export { default as sessionRevoke } from './sessionRevoke.ts';
export { default as sessionRevokeOthers } from './sessionRevokeOthers.ts';
export { default as sessions } from './sessions.ts';
export { default as setup } from './setup.ts';
export { default as setupState } from './setupState.ts';
export { default as signIn } from './signIn.ts';
export { default as signUp } from './signUp.ts';
export { default as switchCompany } from './switchCompany.ts';
export { default as update } from './update.ts';
export { default as updatePassword } from './updatePassword.ts';
export { default as verifyEmail } from './verifyEmail.ts';
