// The person who calls: signing in and out, who he is, and the first administrator of an empty house.
import { z } from 'zod';
import { type Contract, endpoint, open, signedIn } from './endpoint.ts';
import { noInput, nothing } from './envelope.ts';
import { body, neededText, secret } from './values.ts';

/** What clients keep about the person. The casing of keys follows the live service. */
const userInfo = z
  .object({
    uid: z.string(),
    email: z.string(),
    country: z.string(),
    state: z.string(),
    role: z.number().int(),
    groupId: z.number().int(),
    groupName: z.string(),
    headerImg: z.string(),
    fullHeaderImg: z.string(),
    defaultArea: z.string(),
    companyId: z.number().int(),
    isCompanyOwner: z.number().int(),
    oemid: z.number().int(),
    oemweb: z.string(),
  })
  .meta({ id: 'UserInfo' });

const tokenInfo = z
  .object({
    token: z.string().describe('Three parts joined by dots, as some clients insist.'),
    expiresAt: z.number().int().describe('Unix seconds.'),
    duration: z.number().int().describe('Minutes.'),
  })
  .meta({ id: 'TokenInfo' });

/** An e-mail address in lower case. */
export const email = neededText(254).pipe(z.email('Please enter a valid email address.').toLowerCase());
/** A password to be set: at least 6 characters, and not only spaces. */
export const newPassword = secret(6).refine((raw) => raw.trim().length >= 6, 'At least 6 characters');

export const account = {
  signIn: endpoint({
    path: 'v2/sign-in',
    aliases: ['v1/sign-in'],
    summary: 'Signs a person in and gives the token for all other calls.',
    grant: open,
    writes: true,
    input: body({ account: neededText(254), password: secret() }),
    output: z.object({ userInfo, tokenInfo, siteCount: z.number().int() }),
  }),
  info: endpoint({
    path: 'v2/account/info',
    summary: 'Who the caller is: address, contact, group and company.',
    grant: signedIn,
    input: noInput,
    output: z.object({
      uid: z.string(),
      email: z.string(),
      userType: z.number().int(),
      countryName: z.string(),
      stateName: z.string(),
      countryCode: z.string(),
      StateCode: z.string(),
      city: z.string(),
      street: z.string(),
      contactPerson: z.string(),
      contactNumber: z.string(),
      headerImg: z.string(),
      fullHeaderImg: z.string(),
      is_auth: z.boolean(),
      groupId: z.number().int(),
      groupName: z.string(),
      parent_id: z.string(),
      parent_email: z.string(),
      company_id: z.number().int(),
      oemid: z.number().int(),
      oemweb: z.string(),
      isCompanyOwner: z.number().int(),
      isBlack: z.number().int(),
    }),
  }),
  loginOut: endpoint({
    path: 'v2/account/loginOut',
    summary: 'Ends the session of the token that comes with the call.',
    grant: signedIn,
    writes: true,
    input: noInput,
    output: nothing,
  }),
  setup: endpoint({
    path: 'v2/account/setup',
    summary: 'Creates the first administrator; refused as soon as any user exists.',
    grant: open,
    writes: true,
    input: body({ email, password: newPassword }),
    output: nothing,
  }),
  setupState: endpoint({
    path: 'v2/account/setupState',
    summary:
      'Whether the first administrator is still to be created, and the demo logins if this is the demo.',
    grant: open,
    input: noInput,
    output: z.object({
      needed: z.boolean(),
      demo: z.boolean(),
      demoLogins: z.array(z.object({ email: z.string(), label: z.string() })),
    }),
  }),
} satisfies Contract;
