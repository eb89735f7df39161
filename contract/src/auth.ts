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
    summary: 'Creates a role, empty or with the permissions of another one.',
    grant: roleCreateButton,
    writes: true,
    input: body({
      name: roleName,
      titleLocale: titles,
      scope,
      readsOnly: flag(false),
      copyOf: maybeNumber.describe('Role whose menus are copied, as far as the caller has them.'),
    }),
    output: created,
  }),
  roleUpdate: endpoint({
    path: 'v2/auth/role/update',
    summary: 'Renames a role or changes its data access; absent fields are kept.',
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
    summary: 'Deletes a role and moves its users to another one.',
    grant: roleDeleteButton,
    writes: true,
    input: body({ id: number, handOverTo: maybeNumber.describe('New role of its users.') }),
    output: nothing,
  }),
  roleList: endpoint({
    path: 'v2/auth/role/list',
    summary: 'The roles, with the number of users of each.',
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
    summary: 'The roles that the caller can assign: none with wider access than their own.',
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
        "True: the caller's menus, regardless of `role_id`. Absent: false for callers with access to everything who name a role, else true.",
      ),
      ownTitles: flag(false).describe("Titles in the caller's language only, instead of all eleven."),
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
          email: z
            .string()
            .optional()
            .describe('Email of the user whose view this is, while viewing as a user.'),
        })
        .optional()
        .describe('Only while viewing as a role or user.'),
    }),
  }),
  roleMenuChoices: endpoint({
    path: 'v2/auth/role/menu/choices',
    summary: 'The entire menu tree for assigning permissions, and what the role has of it.',
    grant: rolesPermissionPage,
    input: body({ role_id: number }),
    output: z.object({ list: z.array(menuChoice), granted: z.array(z.number().int()) }),
  }),
  roleMenuDistribution: endpoint({
    path: 'v2/auth/role/menu/distribution',
    summary: 'Sets the permissions of a role: exactly these menus and the pages above them.',
    grant: roleDistributeButton,
    writes: true,
    input: body({ role_id: number, menu_ids: listOf(number, 2000) }),
    output: z.object({ menu_ids: z.array(z.number().int()) }),
  }),
  roleViewAs: endpoint({
    path: 'v2/auth/role/viewAs',
    summary:
      'Views the portal as a role or user: this session sees what they see and cannot change anything.',
    grant: roleViewAsButton,
    writes: true,
    input: body({
      role_id: maybeNumber.describe('Role; ignored if a user is given.'),
      uid: filterText.describe('User ID.'),
      company_id: wholeOr(null, 0, Number.MAX_SAFE_INTEGER).describe(
        "Company of the role's user; absent or 0: the caller's. A user is viewed in their own company.",
      ),
    }),
    output: nothing,
  }),
  roleViewAsEnd: endpoint({
    path: 'v2/auth/role/viewAsEnd',
    summary: 'Ends viewing as a role or user; no error if there is no such view.',
    grant: signedIn,
    writes: true,
    evenWhileViewing: true,
    input: noInput,
    output: nothing,
  }),
  menuList: endpoint({
    path: 'v2/auth/menu/list',
    summary: 'The entire menu tree, in order; filters keep the parents of a match.',
    grant: menusPage,
    input: body({ filters: part({ keywords: filterText, mode: filterWhole }) }),
    output: z.object({ list: z.array(menuEntry) }),
  }),
  menuCreate: endpoint({
    path: 'v2/auth/menu/create',
    summary: 'Adds a menu item as the last child of its parent; administrators get it immediately.',
    grant: menuCreateButton,
    writes: true,
    input: body({
      parent_id: maybeNumber.describe('Absent or 0: top level.'),
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
    summary:
      'Changes a menu item; absent fields are kept. Of built-in items, only titles, icon and position can change.',
    grant: menuUpdateButton,
    writes: true,
    input: body({
      id: number,
      parent_id: number.nullish().describe('0: top level; absent: unchanged.'),
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
    summary: 'Deletes a menu item; if there are items under it, `below` decides what happens to them.',
    grant: menuDeleteButton,
    writes: true,
    input: body({
      id: number,
      below: z
        .enum(['keep', 'delete', 'lift'])
        .nullish()
        .transform((raw) => raw ?? 'keep')
        .describe(
          'Items under it: keep rejects the call, delete deletes them as well, lift moves them up one level.',
        ),
    }),
    output: nothing,
  }),
  menuSort: endpoint({
    path: 'v2/auth/menu/sort',
    summary: 'Moves items under a parent in this order; its other children follow.',
    grant: menuUpdateButton,
    writes: true,
    input: body({ parent_id: maybeNumber.describe('Absent or 0: top level.'), ids: listOf(number, 500) }),
    output: nothing,
  }),
} satisfies Contract;
