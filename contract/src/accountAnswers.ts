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
      .describe("Ours: whose plants the role opens, everybody's, those of the company, or the own ones."),
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
    token: z.string().describe('Three parts joined by dots, as some clients insist.'),
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
    language: z.number().int().describe('Number of the language in which mails are written.'),
    timeFormat: z.enum(['12', '24']),
    numberFormat: z
      .string()
      .describe("BCP-47 tag whose way of writing numbers is used; '' as the language does."),
    temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
    avatar: z.string().describe("Address of the picture below the portal's; '' for none."),
    createdAt: instant,
    lastSignInAt: instant.nullable(),
  })
  .meta({ id: 'Profile' });

export const sessionRow = z
  .object({
    id: z.string().describe('Names the session to its owner; no token can be made of it.'),
    device: z.string().describe('Browser and system in words.'),
    address: z.string().describe('Network address of the sign-in.'),
    createdAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
    isCurrent: z.boolean().describe('The session of this very call.'),
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
export const farewell = z.object({
  mayLeave: z.boolean().describe('False for the last administrator.'),
  plants: z.object({
    list: z.array(
      z.object({
        sid: z.string(),
        siteName: z.string(),
        companyName: z.string().describe("Company that keeps looking after it; '' for none."),
      }),
    ),
    total: z.number().int().describe('Plants he owns: they lose their owner unless handed over.'),
  }),
  sharedWithMe: z.number().int().describe('Plants of others that he will no longer see.'),
  sharedByMe: z.number().int().describe('People who keep their access to his plants.'),
  managedCompanies: z
    .array(z.object({ companyId: z.number().int(), companyName: z.string() }))
    .describe('Companies that need another manager first.'),
});
