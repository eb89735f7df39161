// Shapes of what the account room answers.
import { z } from 'zod';

/** What clients keep about the person. The casing of keys follows the live service. */
export const userInfo = z
  .object({
    uid: z.string(),
    email: z.string(),
    country: z.string(),
    state: z.string(),
    role: z.number().int(),
    groupId: z.number().int(),
    groupName: z.string(),
    scope: z
      .enum(['all', 'company', 'own', 'none'])
      .describe("Extension: data access of the role: all plants, those of the company, or the user's own."),
    headerImg: z.string(),
    fullHeaderImg: z.string(),
    defaultArea: z.string(),
    companyId: z.number().int(),
    isCompanyOwner: z.number().int(),
    oemid: z.number().int(),
    oemweb: z.string(),
  })
  .meta({ id: 'UserInfo' });

export const tokenInfo = z
  .object({
    token: z.string().describe('Three parts separated by dots, as some clients require.'),
    expiresAt: z.number().int().describe('Unix seconds.'),
    duration: z.number().int().describe('Minutes.'),
  })
  .meta({ id: 'TokenInfo' });

/** Answer of everything that begins a session. */
export const begunSession = z.object({ userInfo, tokenInfo, siteCount: z.number().int() });

const instant = z.number().int().describe('Milliseconds since 1970.');

export const accountInfo = z.object({
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
});

export const profile = z
  .object({
    uid: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    isBusiness: z.boolean(),
    groupName: z.string(),
    companyId: z.number().int().describe('Company of this session, 0 for none.'),
    companyName: z.string(),
    contactPerson: z.string(),
    contactNumber: z.string(),
    countryCode: z.string().describe("ISO 3166-1 alpha-2, or ''."),
    countryName: z.string(),
    stateCode: z.string().describe("ISO 3166-2, or ''."),
    stateName: z.string(),
    city: z.string(),
    street: z.string(),
    zip: z.string(),
    language: z.number().int().describe('Number of the language of emails.'),
    timeFormat: z.enum(['12', '24']),
    numberFormat: z.string().describe("BCP-47 tag of the number format; '' for that of the language."),
    temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
    avatar: z.string().describe("Path of the picture on the portal; '' for none."),
    createdAt: instant,
    lastSignInAt: instant.nullable(),
  })
  .meta({ id: 'Profile' });

export const sessionRow = z
  .object({
    id: z.string().describe('Identifies the session to its owner; no token can be derived from it.'),
    device: z.string().describe('Browser and operating system as text.'),
    address: z.string().describe('Network address of the login.'),
    createdAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
    isCurrent: z.boolean().describe('The session of this call.'),
  })
  .meta({ id: 'SessionRow' });

export const companyChoice = z
  .object({
    companyId: z.number().int(),
    companyName: z.string(),
    kind: z.enum(['operator', 'distributor', 'dealer', 'installer']),
    isCurrent: z.boolean().describe('The company of this session.'),
  })
  .meta({ id: 'CompanyChoice' });

/** What the end of an account would do. */
export const accountClosure = z.object({
  mayLeave: z.boolean().describe('False for the last administrator.'),
  plants: z.object({
    list: z.array(
      z.object({
        sid: z.string(),
        siteName: z.string(),
        companyName: z.string().describe("Company that continues to manage it; '' for none."),
      }),
    ),
    total: z.number().int().describe('Plants that the user owns; they lose their owner unless transferred.'),
  }),
  sharedWithMe: z.number().int().describe('Plants of others that the user loses access to.'),
  sharedByMe: z.number().int().describe('Users who keep access to the plants.'),
  managedCompanies: z
    .array(z.object({ companyId: z.number().int(), companyName: z.string() }))
    .describe('Companies that need another manager first.'),
});
