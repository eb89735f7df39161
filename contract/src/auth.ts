// Roles and the menu tree: what exists, who may see and do it, and looking through the eyes of a role.
import { languageByWebCode } from '@helioport/domain/languages';
import { z } from 'zod';
import { menuChoice, menuEntry, menuItem, role, roleFields, scope } from './authAnswers.ts';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { noInput, nothing, pageInput, pageOf, sortBy } from './envelope.ts';
import {
  menuCreateButton,
  menuDeleteButton,
  menusPage,
  menuUpdateButton,
  roleCreateButton,
  roleDeleteButton,
  roleDistributeButton,
  rolesPermissionPage,
  roleUpdateButton,
  roleViewAsButton,
  usersPage,
} from './grants.ts';
import {
  body,
  filterFlag,
  filterText,
  filterWhole,
  flag,
  listOf,
  neededText,
  part,
  whole,
  wholeOr,
} from './values.ts';

const number = whole(0, 2_147_483_647);
const maybeNumber = wholeOr(null, 0, 2_147_483_647);

/** Titles by web code; empty ones and those of unknown languages are dropped. Absent: undefined. */
const titles = z
  .record(z.string().max(10), z.string().max(120))
  .nullish()
  .transform((raw) =>
    raw === null || raw === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(raw)
            .map(([webCode, title]): [string, string] => [webCode, title.replaceAll('\0', '').trim()])
            .filter(([webCode, title]) => title !== '' && languageByWebCode(webCode) !== undefined),
        ),
  );

/** An address within the portal; anything that leads elsewhere, or runs, is refused. */
const portalPath = z
  .string()
  .trim()
  .max(200)
  .regex(/^(\/(?![/\\])[\w\-./:]*)?$/, 'Expected a path of the portal');
const icon = z
  .string()
  .trim()
  .max(40)
  .regex(/^[\w-]*$/, 'Expected the name of an icon');
const params = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w\-.~%=&+:,]*$/, 'Expected a query');
const grantName = z
  .string()
  .trim()
  .max(60)
  .regex(/^[\w:.-]*$/, 'Expected letters, digits, : . - or _');
/** The same, absent giving ''. */
const orEmpty = (schema: z.ZodString) => schema.nullish().transform((raw) => raw ?? '');
const menuTitle = neededText(60);
const roleName = neededText(60);

const created = z.object({ id: z.number().int() });

export const auth = {
  roleCreate: endpoint({
    path: 'v2/auth/role/create',
    summary: 'Makes a role, empty or with what another one may do.',
    grant: roleCreateButton,
    writes: true,
    input: body({
      name: roleName,
      titleLocale: titles,
      scope,
      readsOnly: flag(false),
      copyOf: maybeNumber.describe('Role whose menus the new one gets, as far as the caller holds them.'),
    }),
    output: created,
  }),
  roleUpdate: endpoint({
    path: 'v2/auth/role/update',
    summary: 'Renames a role or changes whose plants its holders see; absent fields stay.',
    grant: roleUpdateButton,
    writes: true,
    input: body({
      id: number,
      name: roleName.nullish(),
      titleLocale: titles,
      scope: scope.nullish(),
      readsOnly: filterFlag,
    }),
    output: nothing,
  }),
  roleDel: endpoint({
    path: 'v2/auth/role/del',
    summary: 'Deletes a role; people who have it are handed over to another.',
    grant: roleDeleteButton,
    writes: true,
    input: body({ id: number, handOverTo: maybeNumber.describe('Role that its holders get.') }),
    output: nothing,
  }),
  roleList: endpoint({
    path: 'v2/auth/role/list',
    summary: 'The roles, with how many people have each.',
    grant: rolesPermissionPage,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText, scope: filterText, is_system: filterFlag }),
      sort: sortBy(['id', 'name', 'scope', 'holders', 'createdAt']),
    }),
    output: pageOf(role),
  }),
  roleListSystem: endpoint({
    path: 'v2/auth/role/list/system',
    summary: 'The roles that the caller may give to people: none that sees or may do more than he.',
    grant: usersPage,
    input: noInput,
    output: z.object({ list: z.array(z.object(roleFields)) }),
  }),
  roleMenuView: endpoint({
    path: 'v2/auth/role/menu/view',
    summary: 'The menu tree of a role; at login always that of the caller.',
    grant: signedIn,
    /** Without `role_id`: the caller's role. */
    input: body({
      role_id: maybeNumber,
      is_login: filterFlag.describe(
        'True: the menus of the caller, whatever `role_id` says. Absent: false for callers who see everything and name a role, else true.',
      ),
      ownTitles: flag(false).describe("Titles in the caller's language alone, in place of all eleven."),
    }),
    output: z.object({
      list: z.array(menuItem),
      unusedPages: z
        .array(z.string())
        .optional()
        .describe(
          'Ours: pages (`components_title`) that a caller who sees their own plants alone may open but has no use for, such as lists of device types they do not have. Menus leave them out.',
        ),
      viewAs: z
        .object({
          id: z.number().int(),
          name: z.string(),
          companyName: z.string(),
          email: z.string().optional().describe('Of the person, where he looks as one person sees it.'),
        })
        .optional()
        .describe('Only while the caller looks through the eyes of a role or a person.'),
    }),
  }),
  roleMenuChoices: endpoint({
    path: 'v2/auth/role/menu/choices',
    summary: 'The whole menu tree for giving it to a role, and what the role has of it.',
    grant: rolesPermissionPage,
    input: body({ role_id: number }),
    output: z.object({ list: z.array(menuChoice), granted: z.array(z.number().int()) }),
  }),
  roleMenuDistribution: endpoint({
    path: 'v2/auth/role/menu/distribution',
    summary: 'Says what a role may see and do: exactly these menus and the pages above them.',
    grant: roleDistributeButton,
    writes: true,
    input: body({ role_id: number, menu_ids: listOf(number, 2000) }),
    output: z.object({ menu_ids: z.array(z.number().int()) }),
  }),
  roleViewAs: endpoint({
    path: 'v2/auth/role/viewAs',
    summary:
      'From now on this session sees what a holder of the role, or one person, sees, and can change nothing.',
    grant: roleViewAsButton,
    writes: true,
    input: body({
      role_id: maybeNumber.describe('Role; not read where a person is named.'),
      uid: filterText.describe('User id of the person.'),
      company_id: wholeOr(null, 0, Number.MAX_SAFE_INTEGER).describe(
        'Company of the holder; absent or 0: that of the caller. A person is seen in his own.',
      ),
    }),
    output: nothing,
  }),
  roleViewAsEnd: endpoint({
    path: 'v2/auth/role/viewAsEnd',
    summary: 'Ends looking through the eyes of a role or a person; no error where nobody does.',
    grant: signedIn,
    writes: true,
    evenWhileViewing: true,
    input: noInput,
    output: nothing,
  }),
  menuList: endpoint({
    path: 'v2/auth/menu/list',
    summary: 'The whole menu tree, in order; filters keep what stands above a match.',
    grant: menusPage,
    input: body({ filters: part({ keywords: filterText, mode: filterWhole }) }),
    output: z.object({ list: z.array(menuEntry) }),
  }),
  menuCreate: endpoint({
    path: 'v2/auth/menu/create',
    summary: 'Adds an entry at the end of the children of its parent; administrators hold it at once.',
    grant: menuCreateButton,
    writes: true,
    input: body({
      parent_id: maybeNumber.describe('Absent or 0: at the top.'),
      title: menuTitle,
      titleLocale: titles,
      icon: orEmpty(icon),
      path: orEmpty(portalPath),
      params: orEmpty(params),
      mode: z.union([
        z.literal([1, 2, 3]),
        z.literal(['1', '2', '3']).transform((raw) => Number(raw) as 1 | 2 | 3),
      ]),
      components_title: orEmpty(grantName),
    }),
    output: created,
  }),
  menuUpdate: endpoint({
    path: 'v2/auth/menu/update',
    summary: 'Changes an entry, absent fields stay; of those of the product titles, icon and place only.',
    grant: menuUpdateButton,
    writes: true,
    input: body({
      id: number,
      parent_id: number.nullish().describe('0: at the top; absent: stays.'),
      title: menuTitle.nullish(),
      titleLocale: titles,
      icon: icon.nullish(),
      path: portalPath.nullish(),
      params: params.nullish(),
      components_title: grantName.nullish(),
    }),
    output: nothing,
  }),
  menuDel: endpoint({
    path: 'v2/auth/menu/del',
    summary: 'Deletes an entry; while others stand below it, only after saying what becomes of them.',
    grant: menuDeleteButton,
    writes: true,
    input: body({
      id: number,
      below: z
        .enum(['keep', 'delete', 'lift'])
        .nullish()
        .transform((raw) => raw ?? 'keep')
        .describe('What stands below: keep refuses, delete deletes it too, lift moves it one level up.'),
    }),
    output: nothing,
  }),
  menuSort: endpoint({
    path: 'v2/auth/menu/sort',
    summary: 'Puts entries below a parent in this order, moving them there; its other children follow.',
    grant: menuUpdateButton,
    writes: true,
    input: body({ parent_id: maybeNumber.describe('Absent or 0: at the top.'), ids: listOf(number, 500) }),
    output: nothing,
  }),
} satisfies Contract;
