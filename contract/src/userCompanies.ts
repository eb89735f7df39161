// The calls about companies, which belong to the room of people.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  companiesPage,
  companyCreateButton,
  companyDeleteButton,
  companyUpdateButton,
  usersPage,
} from './grants.ts';
import { companyDetail, companyKind, companyOption, companyRow } from './userAnswers.ts';
import { body, filterText, filterWhole, neededText, part, textIfGiven, whole, wholeOr } from './values.ts';

const companyId = whole(1, Number.MAX_SAFE_INTEGER);
const maybeCompany = wholeOr(null, 0, Number.MAX_SAFE_INTEGER);
const company = neededText(120);

const contact = {
  contactPerson: textIfGiven(80),
  contactEmail: textIfGiven(254)
    .pipe(z.union([z.literal(''), z.email().max(254)], 'Please enter a valid email address.').optional())
    .describe("An email address, or '' for none."),
  contactNumber: textIfGiven(40),
  street: textIfGiven(120),
  zip: textIfGiven(20),
  city: textIfGiven(80),
  website: textIfGiven(200)
    .pipe(
      z
        .string()
        .max(200)
        .regex(/^([hH][tT]{2}[pP][sS]?:\/\/\S+)?$/, 'Expected an address with https://')
        .optional(),
    )
    .describe("An address that starts with https:// or http://, or '' for none."),
};

export const companyCalls = {
  companyList: endpoint({
    path: 'v2/user/company/list',
    summary: 'The companies visible to the caller, as a flat list or by level.',
    grant: companiesPage,
    input: body({
      page: pageInput,
      filters: part({
        keywords: filterText.describe("Part of the name, or of the manager's name or address."),
        kind: filterText,
        parent_id: filterWhole.describe(
          'Only its direct child companies; 0: the highest visible to the caller.',
        ),
      }),
      sort: sortBy([
        'companyName',
        'kind',
        'manager',
        'users',
        'usersBelow',
        'sites',
        'sitesBelow',
        'createdAt',
      ]),
    }),
    output: pageOf(companyRow),
  }),
  companyDetail: endpoint({
    path: 'v2/user/company/detail',
    summary: 'One company with its contact data.',
    grant: companiesPage,
    input: body({ companyId }),
    output: companyDetail,
  }),
  companyChoices: endpoint({
    path: 'v2/user/company/choices',
    summary: 'Companies by name, for selection.',
    grant: usersPage,
    input: body({ page: pageInput, filters: part({ keywords: filterText, kind: filterText }) }),
    output: pageOf(companyOption),
  }),
  companyCreate: endpoint({
    path: 'v2/user/company/create',
    summary: 'Creates a child company: distributor, dealer, installer in this order.',
    grant: companyCreateButton,
    writes: true,
    input: body({
      companyName: company,
      kind: companyKind,
      parentId: maybeCompany.describe('Absent or 0: top level, for portal administrators only.'),
      managerUid: textIfGiven(60).describe('A user of a parent company, or a portal administrator.'),
    }),
    output: z.object({ companyId: z.number().int() }),
  }),
  companyUpdate: endpoint({
    path: 'v2/user/company/update',
    summary: 'Renames a company, moves it in the hierarchy or changes its manager; absent fields are kept.',
    grant: companyUpdateButton,
    writes: true,
    input: body({
      companyId,
      companyName: company.nullish(),
      kind: companyKind.nullish(),
      parentId: maybeCompany.describe('0: top level, for portal administrators only.'),
      ...contact,
      managerUid: textIfGiven(60).describe("A user who works for it or a parent company; '': none."),
    }),
    output: nothing,
  }),
  companyDel: endpoint({
    path: 'v2/user/company/del',
    summary: 'Deletes a company; its users, plants and child companies move to another one.',
    grant: companyDeleteButton,
    writes: true,
    input: body({
      companyId,
      handOverTo: maybeCompany.describe('Company that they move to; required unless it is empty.'),
    }),
    output: nothing,
  }),
} satisfies Contract;
