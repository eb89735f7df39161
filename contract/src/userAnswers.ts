// Shapes of what the user room answers: people, companies, the change log, and what roles give access to.
import { z } from 'zod';

const instant = z.number().int().describe('Milliseconds since 1970.');
const id = z.number().int();
/** Companies stand in this order: each kind only below one that comes before it. */
export const companyKind = z.enum(['operator', 'distributor', 'dealer', 'installer']);

/** A company by name, as far as the caller may know it. */
const companyName = z.object({ companyId: id, companyName: z.string() });

const userFields = {
  uid: z.string(),
  email: z.string(),
  contactPerson: z.string(),
  contactNumber: z.string(),
  avatar: z.string().describe("Address of the picture below the portal's; '' for none."),
  groupId: id,
  groupName: z.string().describe('In the language of the caller.'),
  companyId: id.describe('Company he belongs to, 0 for none.'),
  companyName: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  stateCode: z.string(),
  stateName: z.string(),
  city: z.string(),
  isBusiness: z.boolean(),
  isManager: z.boolean().describe('Manages a company.'),
  status: z.enum(['active', 'blocked']),
  isEmailVerified: z.boolean(),
  isInvited: z.boolean().describe('Ours: invited, and no password was set yet.'),
  plants: id.describe('Plants he owns, as far as the caller sees them.'),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  mayEdit: z.boolean().describe('Whether the caller may change him.'),
};

export const userRow = z.object(userFields).meta({ id: 'UserRow' });

export const userDetail = z
  .object({
    ...userFields,
    street: z.string(),
    zip: z.string(),
    language: id.describe('Number of the language in which mails are written.'),
    scope: z.enum(['all', 'company', 'own']).describe('Ours: which plants the role shows.'),
    parentUid: z.string().describe("Who registered him; '' when he did so himself."),
    parentEmail: z.string(),
    companies: z
      .array(companyName.extend({ isHome: z.boolean().describe('The company he belongs to.') }))
      .describe('Companies he may work for, as far as the caller sees them.'),
    manages: z.array(companyName),
    plantsSharedWithHim: id,
    sessions: id.describe('Living sessions.'),
    mayChangeEmail: z
      .boolean()
      .describe('A confirmed address is its owner’s: only those who run the house change it.'),
    mayBlock: z
      .boolean()
      .describe('Owners in use of their account are blocked by those only who run the house.'),
    mayInvite: z.boolean().describe('He has never signed in and can be sent a link to set a password.'),
    isMe: z.boolean(),
  })
  .meta({ id: 'UserDetail' });

/** What the end of somebody's account would mean. */
export const userFarewell = z.object({
  mayDelete: z.boolean(),
  reason: z
    .enum(['', 'self', 'lastAdministrator', 'plantsElsewhere', 'inUse', 'notYours'])
    .describe('Why the caller may not.'),
  plants: z.object({
    list: z.array(
      z.object({
        sid: z.string(),
        siteName: z.string(),
        companyName: z.string().describe("Company that keeps looking after it; '' for none."),
      }),
    ),
    total: id.describe('Plants he owns: they lose their owner unless handed over.'),
  }),
  managedCompanies: z
    .array(companyName)
    .describe('Companies that have no manager afterwards, unless handed over.'),
  customers: id.describe('People whom he registered; they stay.'),
});

export const companyRow = z
  .object({
    companyId: id,
    companyName: z.string(),
    kind: companyKind,
    parentId: id.describe('0 at the top, and where the caller does not see what is above.'),
    parentName: z.string(),
    path: z.array(companyName).describe('The companies above that the caller sees, the highest first.'),
    managerUid: z.string(),
    managerName: z.string(),
    managerEmail: z.string(),
    children: id.describe('Companies directly below.'),
    companiesBelow: id,
    users: id.describe('People of this company itself, its customers included.'),
    usersBelow: id.describe('The same with all companies below.'),
    sites: id.describe('Plants of this company itself.'),
    sitesBelow: id.describe('The same with all companies below.'),
    createdAt: instant,
    isOwn: z.boolean().describe('Company of the caller’s session.'),
    mayEdit: z.boolean(),
    mayDelete: z.boolean(),
  })
  .meta({ id: 'CompanyRow' });

/** How to reach a company; '' where nothing was entered. */
export const companyContact = {
  contactPerson: z.string(),
  contactEmail: z.string(),
  contactNumber: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  website: z.string(),
};

export const companyDetail = companyRow.extend(companyContact).meta({ id: 'CompanyDetail' });

export const companyOption = z
  .object({
    companyId: id,
    companyName: z.string(),
    kind: companyKind,
    path: z.array(companyName).describe('The companies above that the caller sees, the highest first.'),
  })
  .meta({ id: 'CompanyOption' });

export const auditRow = z
  .object({
    id,
    at: instant,
    action: z.string().describe('Room and verb, such as device.claim.'),
    actionTitle: z.string().describe('In words.'),
    subject: z.string().describe('What it was done to: a serial, a plant, a company, an address.'),
    userUid: z
      .string()
      .describe("Who did it; '' for the machine itself and for people whom the caller does not see."),
    userEmail: z.string(),
    userName: z.string().describe('Also of those who work for a company and are not seen otherwise.'),
    userCompany: z.string().describe('Company of who did it.'),
    groupName: z.string().describe("His role in the language of the caller; '' for the machine itself."),
    sid: z.string().describe("'' when it is about no plant, or about one that the caller does not see."),
    siteName: z.string(),
    companyId: id.describe('Company whose data it was, 0 for none.'),
    companyName: z.string().describe("'' for a company that was dissolved."),
    subjectUid: z.string().describe('Whose account it is about, if the caller sees him.'),
    device: z
      .object({
        sn: z.string(),
        name: z.string(),
        isOpen: z.boolean().describe('The caller sees the device.'),
      })
      .nullable()
      .describe('Ours: the device that it is about; of a replacement the old one.'),
    newDevice: z
      .object({ sn: z.string(), name: z.string(), isOpen: z.boolean() })
      .nullable()
      .describe('Ours: of a replacement the new device.'),
    detail: z.record(z.string(), z.unknown()).describe('What changed, by field.'),
  })
  .meta({ id: 'AuditRow' });

const access = z.object({ name: z.string().describe('What grants ask for.'), title: z.string() });

export const groupAccessRow = z
  .object({
    groupId: id,
    groupName: z.string().describe('In the language of the caller.'),
    scope: z.enum(['all', 'company', 'own']),
    readsOnly: z.boolean(),
    isSystem: z.boolean(),
    members: id.describe('People who have the role, as far as the caller sees them.'),
    blocked: id.describe('Those of them who are blocked.'),
    pages: z.array(access),
    buttons: z.array(access),
    modules: z.array(access),
  })
  .meta({ id: 'GroupAccessRow' });
