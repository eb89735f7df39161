// Users and companies, administered by users above them; the audit log; group access.
import { z } from 'zod';
import { country, email, newPassword, state } from './account.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  auditPage,
  groupAccessPage,
  userAllowLoginsButton,
  userCreateButton,
  userDeleteButton,
  userInviteButton,
  usersPage,
  userUpdateButton,
} from './grants.ts';
import { activityCalls } from './userActivity.ts';
import { auditRow, groupAccessRow, userClosure, userDetail, userRow } from './userAnswers.ts';
import { companyCalls } from './userCompanies.ts';
import {
  body,
  day,
  filterFlag,
  filterText,
  filterWhole,
  flag,
  listOf,
  neededText,
  part,
  text,
  textIfGiven,
  whole,
  wholeOr,
} from './values.ts';

const uid = neededText(60).describe('User ID.');
const companyId = whole(1, Number.MAX_SAFE_INTEGER);
const maybeCompany = wholeOr(null, 0, Number.MAX_SAFE_INTEGER);
const groupId = wholeOr(null, 0, 2_147_483_647);
const memberOf = listOf(companyId, 100);
/** The same; absent and null give undefined, which leaves them as they are. */
const memberOfIfGiven = z
  .union([z.array(companyId).max(100), companyId.transform((one) => [one])])
  .nullish()
  .transform((raw) => raw ?? undefined);
const orEmpty = (schema: z.ZodString) => schema.nullish().transform((raw) => raw ?? '');

const userFilters = part({
  keywords: filterText.describe('Part of address or name.'),
  email: filterText.describe('Part of the address.'),
  group_id: filterWhole,
  company_id: filterWhole.describe('0: users without a company.'),
  with_below: filterFlag.describe('With `company_id`: includes its child companies.'),
  country_code: filterText,
  state: filterText.describe('Code of the state, or part of its name.'),
  city: filterText.describe('Part of the name.'),
  is_business: filterFlag,
  status: filterText.describe('active or blocked.'),
  created_start_date: day.describe('First day of registration, in UTC.'),
  created_end_date: day.describe('Last day of registration, in UTC.'),
});

const invitation = z.object({
  isEmailed: z
    .boolean()
    .describe('Extension: a mail server is configured, so the invitation is sent by email.'),
  link: z
    .string()
    .describe(
      "Extension: link for setting the password, to pass on by other means; '' if it is sent by email or the caller may not change the account.",
    ),
});

export const user = {
  list: endpoint({
    path: 'v2/user/list',
    summary: 'The users visible to the caller.',
    grant: usersPage,
    input: body({
      page: pageInput,
      filters: userFilters,
      sort: sortBy([
        'email',
        'contactPerson',
        'groupName',
        'companyName',
        'country',
        'city',
        'status',
        'createdAt',
        'lastSignInAt',
      ]),
    }),
    output: pageOf(userRow),
  }),
  detail: endpoint({
    path: 'v2/user/detail',
    summary: 'All details of one user.',
    grant: usersPage,
    input: body({ uid }),
    output: userDetail,
  }),
  create: endpoint({
    path: 'v2/user/create',
    summary: 'Creates a user, with an initial password or an email for setting one.',
    grant: userCreateButton,
    writes: true,
    input: body({
      email,
      password: newPassword.nullish(),
      sendInvitation: flag(false).describe('Sends a link for setting a password, valid for 7 days.'),
      groupId: groupId.describe("A role without wider access than the caller's."),
      companyId: maybeCompany.describe("Absent: the caller's company. 0: none."),
      memberOf: memberOf.describe('Other companies that the user belongs to.'),
      contactPerson: text(80),
      contactNumber: text(40),
      countryCode: orEmpty(country),
      stateCode: orEmpty(state).describe('A state of the country.'),
      city: text(80),
      street: text(120),
      zip: text(20),
      isBusiness: flag(false),
      language: wholeOr(null, 0, 99).describe(
        'Number of the language for emails; absent: language of the call.',
      ),
    }).refine((raw) => raw.password != null || raw.sendInvitation, {
      path: ['password'],
      message: 'This Field is required.',
    }),
    output: invitation.extend({ uid: z.string() }),
  }),
  update: endpoint({
    path: 'v2/user/update',
    summary: 'Changes contact data, role, companies or block of a user; absent fields are kept.',
    grant: userUpdateButton,
    writes: true,
    input: body({
      uid,
      email: email.nullish().describe('A new address ends all sessions and must be confirmed.'),
      groupId,
      companyId: maybeCompany.describe('0: none.'),
      memberOf: memberOfIfGiven.describe(
        'All other companies that the user belongs to; companies not visible to the caller are kept.',
      ),
      isBlocked: filterFlag.describe('Blocking ends all sessions.'),
      contactPerson: textIfGiven(80),
      contactNumber: textIfGiven(40),
      countryCode: country.nullish().describe('Clears the state unless one is given.'),
      stateCode: state.nullish().describe('A state of the country.'),
      city: textIfGiven(80),
      street: textIfGiven(120),
      zip: textIfGiven(20),
      isBusiness: filterFlag,
      language: wholeOr(null, 0, 99),
    }),
    output: nothing,
  }),
  invite: endpoint({
    path: 'v2/user/invite',
    summary:
      'Resends the invitation to set a password to a user who has never logged in and has no password of their own.',
    grant: userInviteButton,
    writes: true,
    evenReadOnly: true,
    input: body({
      uid,
      isEmailOnly: flag(false).describe(
        'Changes nothing if no mail server is configured: earlier links stay valid.',
      ),
    }),
    output: invitation,
  }),
  allowLogins: endpoint({
    path: 'v2/user/allowLogins',
    summary: 'Accepts logins to an account again that are refused after too many wrong passwords.',
    grant: userAllowLoginsButton,
    writes: true,
    evenReadOnly: true,
    input: body({ uid }),
    output: nothing,
  }),
  delPreview: endpoint({
    path: 'v2/user/delPreview',
    summary: 'The effect of deleting an account on plants, companies and users.',
    grant: usersPage,
    input: body({ uid, page: pageInput }),
    output: userClosure,
  }),
  del: endpoint({
    path: 'v2/user/del',
    summary:
      'Deletes an account permanently, with a new owner for its plants and a new manager for its companies.',
    grant: userDeleteButton,
    writes: true,
    input: body({
      uid,
      handOverTo: email.nullish().describe('Address of the account that receives the plants.'),
      orphanPlants: flag(false).describe('Without `handOverTo`: the plants remain without an owner.'),
      companyHandOverTo: email
        .nullish()
        .describe('Address of the account that becomes manager of the companies; absent: they have none.'),
    }),
    output: nothing,
  }),
  groupAccess: endpoint({
    path: 'v2/user/groupAccess',
    summary: 'The roles with their members and all their permissions.',
    grant: groupAccessPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        scope: filterText,
        access: filterText.describe('Has this page, button or module.'),
      }),
      sort: sortBy(['groupId', 'groupName', 'scope', 'members']),
    }),
    output: pageOf(groupAccessRow),
  }),
  audit: endpoint({
    path: 'v2/user/audit',
    summary: 'Audit log: changes to the caller’s plants, companies and accounts.',
    grant: auditPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of the subject.'),
        sid: filterText.describe('Site ID.'),
        uid: filterText.describe('Who made the change, as user ID.'),
        about_uid: filterText.describe(
          'Extension: who made the change or whose account it concerns, as user ID.',
        ),
        user_email: filterText.describe('Part of the address of who made the change.'),
        company_id: filterWhole,
        action: filterText.describe('An action, or its first part, such as device.'),
        start_date: day.describe('First day, in UTC.'),
        end_date: day.describe('Last day, in UTC.'),
      }),
      sort: sortBy(['at']),
    }),
    output: pageOf(auditRow).extend({
      actions: z
        .array(z.object({ action: z.string(), title: z.string() }))
        .describe('All available actions, for the filter.'),
    }),
  }),
  ...activityCalls,
  ...companyCalls,
} satisfies Contract;
