// The caller's account: registration, login, profile, passwords, sessions, company and account closure; and the first
// administrator of a new installation.
import { isLongEnough, PASSWORD_MIN } from '@helioport/domain/passwords';
import { z } from 'zod';
import {
  accountClosure,
  accountInfo,
  begunSession,
  companyChoice,
  profile,
  sessionRow,
} from './accountAnswers.ts';
import { type Contract, endpoint, open, signedIn } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import { upload } from './upload.ts';
import {
  body,
  filterText,
  flag,
  neededText,
  part,
  secret,
  text,
  textIfGiven,
  whole,
  wholeOr,
} from './values.ts';

/** An email address in lower case. */
export const email = neededText(254).pipe(
  z.email('Please enter a valid email address.').max(254).toLowerCase(),
);
/** A password to be set. */
export const newPassword = secret(PASSWORD_MIN).refine(isLongEnough, `At least ${PASSWORD_MIN} characters`);

/** A country as ISO 3166-1 alpha-2, and a part of it as ISO 3166-2. Whether they exist is the server's matter. */
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/);
export const state = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2}-[A-Z0-9]{1,3})?$/);

const isSame = (raw: { password: string; password2?: string | null | undefined }) =>
  raw.password2 == null || raw.password2 === raw.password;
const notSame = { path: ['password2'], message: 'Please enter the same value again' };
const repeated = secret().nullish().describe('Confirmation of the password, when the form has such a field.');

const isNumberFormat = (tag: string | undefined) => {
  try {
    return !tag || Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
};

const linkToken = neededText(100).describe('From the link in the email.');

export const account = {
  signIn: endpoint({
    path: 'v2/sign-in',
    aliases: ['v1/sign-in'],
    summary: 'Logs a user in and returns the token for all other calls.',
    grant: open,
    evenInMaintenance: true,
    writes: true,
    input: body({ account: neededText(254), password: secret() }),
    output: begunSession,
  }),
  signUp: endpoint({
    path: 'v2/sign-up',
    summary:
      'Registers an end user. The answer is the same whether or not the address already has an account.',
    grant: open,
    writes: true,
    callsPerHour: 20,
    input: body({
      email,
      password: newPassword,
      password2: repeated,
      contactPerson: text(80),
      contactNumber: text(40),
      countryCode: country.nullish().transform((raw) => raw ?? ''),
      stateCode: state.nullish().transform((raw) => raw ?? ''),
      city: text(80),
      street: text(120),
      isBusiness: flag(false),
      language: wholeOr(null, 0, 99).describe(
        'Number of the language for emails; absent: language of the call.',
      ),
    }).refine(isSame, notSame),
    output: nothing,
  }),
  verifyEmail: endpoint({
    path: 'v2/account/verifyEmail',
    summary:
      'Confirms the address of a new account with the link from the email and the password chosen at registration. The link can be used once within 24 hours.',
    grant: open,
    writes: true,
    input: body({
      token: linkToken,
      password: secret().describe('The password chosen at registration.'),
    }),
    output: z.object({ email: z.string() }),
  }),
  resendVerification: endpoint({
    path: 'v2/account/resendVerification',
    summary: 'Sends the confirmation link again; answers the same for every address.',
    grant: open,
    writes: true,
    callsPerHour: 20,
    input: body({ email }),
    output: nothing,
  }),
  emailForgetPassword: endpoint({
    path: 'v2/email-forget-password',
    summary: 'Sends a link to set a new password, valid for one hour; answers the same for every address.',
    grant: open,
    writes: true,
    callsPerHour: 20,
    input: body({ email }),
    output: nothing,
  }),
  resetPasswordEmail: endpoint({
    path: 'v2/reset-password-email',
    summary:
      'Sets a new password with the link from an email, which can be used once, and ends all sessions of the account.',
    grant: open,
    writes: true,
    input: body({ token: linkToken, password: newPassword, password2: repeated }).refine(isSame, notSame),
    output: nothing,
  }),
  linkInfo: endpoint({
    path: 'v2/account/linkInfo',
    summary:
      'Extension: the account for which the link in an email sets a password, and whether it is the first password.',
    grant: open,
    input: body({ token: linkToken }),
    output: z.object({
      purpose: z.enum(['reset', 'invite']),
      email: z.string(),
      inviter: z.string().describe("Who created the account, by name or company; '' for none."),
    }),
  }),
  info: endpoint({
    path: 'v2/account/info',
    summary: 'The caller: address, contact, group and company.',
    grant: signedIn,
    input: noInput,
    output: accountInfo,
  }),
  profile: endpoint({
    path: 'v2/account/profile',
    summary: "The caller's contact data and preferred formats.",
    grant: signedIn,
    input: noInput,
    output: profile,
  }),
  update: endpoint({
    path: 'v2/account/update',
    summary: "Changes the caller's profile; absent fields are kept.",
    grant: signedIn,
    writes: true,
    input: body({
      contactPerson: textIfGiven(80),
      contactNumber: textIfGiven(40),
      countryCode: country.nullish().describe('Clears the state unless one is given.'),
      stateCode: state.nullish().describe('A state of the country.'),
      city: textIfGiven(80),
      street: textIfGiven(120),
      zip: textIfGiven(20),
      language: wholeOr(null, 0, 99),
      timeFormat: z.enum(['12', '24']).nullish(),
      numberFormat: textIfGiven(35).refine(isNumberFormat, 'Expected a language tag'),
      temperatureUnit: z.enum(['Celsius', 'Fahrenheit']).nullish(),
    }),
    output: nothing,
  }),
  avatar: endpoint({
    path: 'v2/account/avatar',
    summary:
      "Sets the caller's profile picture: PNG, JPEG or WebP up to 4 MB, cropped to 256 x 256, without its metadata.",
    grant: signedIn,
    writes: true,
    takesFile: true,
    queue: 'files',
    input: body({ file: upload }),
    output: z.object({ headerImg: z.string(), fullHeaderImg: z.string() }),
  }),
  avatarDelete: endpoint({
    path: 'v2/account/avatarDelete',
    summary: "Removes the caller's profile picture.",
    grant: signedIn,
    writes: true,
    input: noInput,
    output: nothing,
  }),
  updatePassword: endpoint({
    path: 'v2/account/updatePassword',
    summary: "Changes the caller's password and ends their other sessions.",
    grant: signedIn,
    writes: true,
    input: body({ password: secret(), newPassword }),
    output: nothing,
  }),
  sessions: endpoint({
    path: 'v2/account/sessions',
    summary: "The caller's active sessions, most recently used first.",
    grant: signedIn,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText.describe('Part of device or address.') }),
      sort: sortBy(['createdAt', 'lastSeenAt', 'address']),
    }),
    output: pageOf(sessionRow),
  }),
  sessionRevoke: endpoint({
    path: 'v2/account/sessionRevoke',
    summary: "Ends one of the caller's sessions.",
    grant: signedIn,
    writes: true,
    input: body({ id: z.guid() }),
    output: nothing,
  }),
  sessionRevokeOthers: endpoint({
    path: 'v2/account/sessionRevokeOthers',
    summary: "Ends all of the caller's sessions except this one.",
    grant: signedIn,
    writes: true,
    input: noInput,
    output: z.object({ ended: z.number().int() }),
  }),
  companies: endpoint({
    path: 'v2/account/companies',
    summary: 'The companies that the caller belongs to.',
    grant: signedIn,
    input: body({ page: pageInput, filters: part({ keywords: filterText }), sort: sortBy(['companyName']) }),
    output: pageOf(companyChoice),
  }),
  switchCompany: endpoint({
    path: 'v2/account/switchCompany',
    summary: 'Switches to another company: a new token replaces the token of the call.',
    grant: signedIn,
    writes: true,
    input: body({ companyId: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: begunSession,
  }),
  loginOut: endpoint({
    path: 'v2/account/loginOut',
    summary: "Ends the session of the call's token.",
    grant: signedIn,
    evenInMaintenance: true,
    writes: true,
    evenWhileViewing: true,
    input: noInput,
    output: nothing,
  }),
  logOffPreview: endpoint({
    path: 'v2/account/logOffPreview',
    summary: "The effect of closing the caller's account on plants, users and companies.",
    grant: signedIn,
    input: body({ page: pageInput }),
    output: accountClosure,
  }),
  logOff: endpoint({
    path: 'v2/account/logOff',
    summary: "Closes the caller's account permanently. Plants go to `handOverTo` or remain without an owner.",
    grant: signedIn,
    writes: true,
    input: body({
      password: secret(),
      handOverTo: email.nullish().describe('Address of the account that receives the plants.'),
      companyHandOverTo: email
        .nullish()
        .describe(
          'Address of the account that becomes manager of the companies: a member, or a user of a parent company.',
        ),
    }),
    output: nothing,
  }),
  setup: endpoint({
    path: 'v2/account/setup',
    summary: 'Creates the first administrator, for the portal’s own page; rejected once there is one.',
    grant: open,
    writes: true,
    callsPerHour: 20,
    sameOrigin: true,
    input: body({
      email,
      password: newPassword,
      code: neededText(40).describe('The setup code that the server prints when it starts.'),
    }),
    output: nothing,
  }),
  setupState: endpoint({
    path: 'v2/account/setupState',
    summary:
      'Whether the first administrator still has to be created, and the demo logins if this is the demo.',
    grant: open,
    evenInMaintenance: true,
    input: noInput,
    output: z.object({
      needed: z.boolean(),
      demo: z.boolean(),
      demoLogins: z.array(z.object({ email: z.string(), label: z.string() })),
    }),
  }),
} satisfies Contract;
