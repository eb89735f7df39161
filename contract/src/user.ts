// Other people and their companies, administered by those above them; the change log; what roles give access to.
import { z } from 'zod';
import { country, email, newPassword, state } from './account.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  auditPage,
  groupAccessPage,
  userCreateButton,
  userDeleteButton,
  userInviteButton,
  usersPage,
  userUpdateButton,
} from './grants.ts';
import { activityCalls } from './userActivity.ts';
import { auditRow, groupAccessRow, userDetail, userFarewell, userRow } from './userAnswers.ts';
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

const uid = neededText(60).describe('User id.');
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
  company_id: filterWhole.describe('0: people of no company.'),
  with_below: filterFlag.describe('With `company_id`: also the companies below it.'),
  country_code: filterText,
  state: filterText.describe('Code of the state, or part of its name.'),
  city: filterText.describe('Part of the name.'),
  is_business: filterFlag,
  status: filterText.describe('active or blocked.'),
  created_start_date: day.describe('First day of registration, in UTC.'),
  created_end_date: day.describe('Last day of registration, in UTC.'),
});

const invitation = z.object({
  isEmailed: z.boolean().describe('Ours: a mail server is set, so the invitation is on its way by email.'),
  link: z
    .string()
    .describe(
      "Ours: the link to set the password, to hand over by other means; '' where it goes out by email or the caller may not change the account.",
    ),
});

export const user = {
  list: endpoint({
    path: 'v2/user/list',
    summary: 'The people whom the caller can see.',
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
    summary: 'Everything about one person.',
    grant: usersPage,
    input: body({ uid }),
    output: userDetail,
  }),
  create: endpoint({
    path: 'v2/user/create',
    summary: 'Registers somebody, with a first password or with a mail that lets him set one.',
    grant: userCreateButton,
    writes: true,
    input: body({
      email,
      password: newPassword.nullish(),
      sendInvitation: flag(false).describe('Mails a link to set a password, for 7 days.'),
      groupId: groupId.describe('A role that sees and may do no more than that of the caller.'),
      companyId: maybeCompany.describe('Absent: the company of the caller. 0: none.'),
      memberOf: memberOf.describe('Further companies that he may work for.'),
      contactPerson: text(80),
      contactNumber: text(40),
      countryCode: orEmpty(country),
      stateCode: orEmpty(state).describe('A state of the country.'),
      city: text(80),
      street: text(120),
      zip: text(20),
      isBusiness: flag(false),
      language: wholeOr(null, 0, 99).describe('Number of the language for mails; absent: that of the call.'),
    }).refine((raw) => raw.password != null || raw.sendInvitation, {
      path: ['password'],
      message: 'This Field is required.',
    }),
    output: invitation.extend({ uid: z.string() }),
  }),
  update: endpoint({
    path: 'v2/user/update',
    summary: 'Changes contact data, role, companies or the block of somebody; what is not given stays.',
    grant: userUpdateButton,
    writes: true,
    input: body({
      uid,
      email: email.nullish().describe('A new address ends all sessions and is to be confirmed.'),
      groupId,
      companyId: maybeCompany.describe('0: none.'),
      memberOf: memberOfIfGiven.describe(
        'Exactly the further companies that he may work for; those that the caller does not see stay.',
      ),
      isBlocked: filterFlag.describe('A block ends all sessions.'),
      contactPerson: textIfGiven(80),
      contactNumber: textIfGiven(40),
      countryCode: country.nullish().describe('With it the state is emptied, unless one is given.'),
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
    summary: 'Sends the invitation to set a password again, to a person who has never logged in.',
    grant: userInviteButton,
    writes: true,
    evenReadOnly: true,
    input: body({ uid }),
    output: invitation,
  }),
  delPreview: endpoint({
    path: 'v2/user/delPreview',
    summary: "What the end of somebody's account would mean for plants, companies and people.",
    grant: usersPage,
    input: body({ uid, page: pageInput }),
    output: userFarewell,
  }),
  del: endpoint({
    path: 'v2/user/del',
    summary: "Ends somebody's account for good, after saying what becomes of his plants and companies.",
    grant: userDeleteButton,
    writes: true,
    input: body({
      uid,
      handOverTo: email.nullish().describe('Address of the account that gets his plants.'),
      orphanPlants: flag(false).describe('Without `handOverTo`: his plants stay, visibly without an owner.'),
      companyHandOverTo: email
        .nullish()
        .describe('Address of the account that becomes manager of his companies; absent: they have none.'),
    }),
    output: nothing,
  }),
  groupAccess: endpoint({
    path: 'v2/user/groupAccess',
    summary: 'The roles with their members and everything that they may see and do.',
    grant: groupAccessPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText,
        scope: filterText,
        access: filterText.describe('Holds this page, button or module.'),
      }),
      sort: sortBy(['groupId', 'groupName', 'scope', 'members']),
    }),
    output: pageOf(groupAccessRow),
  }),
  audit: endpoint({
    path: 'v2/user/audit',
    summary: 'Who changed what: in plants, companies and accounts that are the caller’s.',
    grant: auditPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe('Part of what it was done to.'),
        sid: filterText.describe('Site id.'),
        uid: filterText.describe('Who did it, as user id.'),
        about_uid: filterText.describe('Ours: who did it or whose account it is about, as user id.'),
        user_email: filterText.describe('Part of the address of who did it.'),
        company_id: filterWhole,
        action: filterText.describe('An action, or its room, such as device.'),
        start_date: day.describe('First day, in UTC.'),
        end_date: day.describe('Last day, in UTC.'),
      }),
      sort: sortBy(['at']),
    }),
    output: pageOf(auditRow).extend({
      actions: z
        .array(z.object({ action: z.string(), title: z.string() }))
        .describe('All actions that there are, for the filter.'),
    }),
  }),
  ...activityCalls,
  ...companyCalls,
} satisfies Contract;
