// Response types of the user module: users, companies, the audit log, and group access.
import { z } from 'zod';

const instant = z.number().int().describe('Milliseconds since 1970.');
const id = z.number().int();
/** Company types in hierarchical order: each can only be under an earlier one. */
export const companyKind = z.enum(['operator', 'distributor', 'dealer', 'installer']);

/** A company by name, as far as the caller may know it. */
const companyName = z.object({ companyId: id, companyName: z.string() });

const userFields = {
  uid: z.string(),
  email: z.string(),
  contactPerson: z.string(),
  contactNumber: z.string(),
  avatar: z.string().describe("Path of the picture on the portal; '' for none."),
  groupId: id,
  groupName: z.string().describe("In the caller's language."),
  companyId: id.describe("The user's company, 0 for none."),
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
  isInvited: z.boolean().describe('Extension: invited, and no password has been set yet.'),
  plants: id.describe('Plants owned by the user, as far as visible to the caller.'),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  mayEdit: z.boolean().describe('Whether the caller may change the user.'),
};

export const userRow = z.object(userFields).meta({ id: 'UserRow' });

export const userDetail = z
  .object({
    ...userFields,
    street: z.string(),
    zip: z.string(),
    language: id.describe('Number of the language of emails.'),
    scope: z.enum(['all', 'company', 'own']).describe('Extension: data access of the role.'),
    parentUid: z.string().describe("Who registered the user; '' if self-registered."),
    parentEmail: z.string(),
    companies: z
      .array(companyName.extend({ isHome: z.boolean().describe("The user's company.") }))
      .describe('Companies that the user can work for, as far as visible to the caller.'),
    manages: z.array(companyName),
    plantsSharedWithHim: id,
    sessions: id.describe('Number of active sessions.'),
    refusedLogins: z
      .object({ networks: id, until: id.describe('Milliseconds since 1970.') })
      .nullable()
      .describe(
        'Networks whose logins to this account are refused after too many wrong passwords, until the last one may try again; null: none. A network that is refused as a whole counts once, without the addresses in it. Setting a new password or `v2/user/allowLogins` ends it.',
      ),
    mayChangeEmail: z
      .boolean()
      .describe('A confirmed address can only be changed by its owner and portal administrators.'),
    mayBlock: z
      .boolean()
      .describe('Owners who use their account can only be blocked by portal administrators.'),
    mayInvite: z
      .boolean()
      .describe('The user has never logged in and can be sent a link for setting a password.'),
    isMe: z.boolean(),
  })
  .meta({ id: 'UserDetail' });

/** Effect of closing an account. */
export const userClosure = z.object({
  mayDelete: z.boolean(),
  reason: z
    .enum(['', 'self', 'lastAdministrator', 'plantsElsewhere', 'inUse', 'notYours'])
    .describe('Why the caller may not.'),
  plants: z.object({
    list: z.array(
      z.object({
        sid: z.string(),
        siteName: z.string(),
        companyName: z.string().describe("Company that continues to manage it; '' for none."),
      }),
    ),
    total: id.describe('Plants that the user owns; they lose their owner unless transferred.'),
  }),
  managedCompanies: z
    .array(companyName)
    .describe('Companies without a manager afterwards, unless one is assigned.'),
  customers: id.describe('Users registered by this user; they are kept.'),
});

export const companyRow = z
  .object({
    companyId: id,
    companyName: z.string(),
    kind: companyKind,
    parentId: id.describe('0 at the top level, and if the parent is not visible to the caller.'),
    parentName: z.string(),
    path: z.array(companyName).describe('The parent companies visible to the caller, highest first.'),
    managerUid: z.string(),
    managerName: z.string(),
    managerEmail: z.string(),
    children: id.describe('Direct child companies.'),
    companiesBelow: id,
    users: id.describe('Users of this company itself, including its customers.'),
    usersBelow: id.describe('The same including all child companies.'),
    sites: id.describe('Plants of this company itself.'),
    sitesBelow: id.describe('The same including all child companies.'),
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
    path: z.array(companyName).describe('The parent companies visible to the caller, highest first.'),
  })
  .meta({ id: 'CompanyOption' });

export const auditRow = z
  .object({
    id,
    at: instant,
    action: z.string().describe('Subject and verb, such as device.claim.'),
    actionTitle: z.string().describe('As text.'),
    subject: z.string().describe('Subject of the change: a serial number, a plant, a company, an address.'),
    userUid: z
      .string()
      .describe("Who made the change; '' for the system and for users not visible to the caller."),
    userEmail: z.string(),
    userName: z.string().describe('Also for company users who are not visible otherwise.'),
    userCompany: z.string().describe('Company of who made the change.'),
    groupName: z.string().describe("Their role in the caller's language; '' for the system."),
    sid: z.string().describe("'' if no plant is concerned, or one not visible to the caller."),
    siteName: z.string(),
    companyId: id.describe('Company whose data it was, 0 for none.'),
    companyName: z.string().describe("'' for a deleted company."),
    subjectUid: z.string().describe('Whose account it concerns, if visible to the caller.'),
    device: z
      .object({
        sn: z.string(),
        name: z.string(),
        isOpen: z.boolean().describe('The device is visible to the caller.'),
      })
      .nullable()
      .describe('Extension: the device concerned; for a replacement the old one.'),
    newDevice: z
      .object({ sn: z.string(), name: z.string(), isOpen: z.boolean() })
      .nullable()
      .describe('Extension: for a replacement the new device.'),
    detail: z.record(z.string(), z.unknown()).describe('What changed, by field.'),
  })
  .meta({ id: 'AuditRow' });

const access = z.object({ name: z.string().describe('Name that grants check.'), title: z.string() });

export const groupAccessRow = z
  .object({
    groupId: id,
    groupName: z.string().describe("In the caller's language."),
    scope: z.enum(['all', 'company', 'own']),
    readsOnly: z.boolean(),
    isSystem: z.boolean(),
    members: id.describe('Users with the role, as far as visible to the caller.'),
    blocked: id.describe('Number of these that are blocked.'),
    pages: z.array(access),
    buttons: z.array(access),
    modules: z.array(access),
  })
  .meta({ id: 'GroupAccessRow' });
