// What calls about roles and menus answer.
import { z } from 'zod';

const menuFields = {
  id: z.number().int(),
  title: z.string().describe('For buttons and page modules, the name that grants check.'),
  titleLocale: z.record(z.string(), z.string()).describe('Title by web code of the language.'),
  icon: z.string(),
  path: z.string(),
  params: z.string(),
  mode: z.literal([1, 2, 3]).describe('1 page, 2 button, 3 page module.'),
  components_title: z.string().describe("For pages, the name that grants check; '' for a heading."),
};

/** An entry of the menu tree: a page in the sider, a button on a page, or a part of a page. */
export const menuItem = z
  .object({
    id: menuFields.id,
    title: menuFields.title,
    titleLocale: menuFields.titleLocale,
    icon: menuFields.icon,
    path: menuFields.path,
    params: menuFields.params,
    mode: menuFields.mode,
    components_title: menuFields.components_title,
    get children() {
      return z.array(menuItem);
    },
  })
  .meta({ id: 'MenuItem' });

/** An entry as those see it who give it to roles. */
export const menuChoice = z
  .object({
    id: menuFields.id,
    title: menuFields.title,
    titleLocale: menuFields.titleLocale,
    icon: menuFields.icon,
    path: menuFields.path,
    params: menuFields.params,
    mode: menuFields.mode,
    components_title: menuFields.components_title,
    isHeld: z.boolean().describe('Whether the caller has it, and so can grant or revoke it.'),
    get children() {
      return z.array(menuChoice);
    },
  })
  .meta({ id: 'MenuChoice' });

/** An entry as those see it who keep the tree in order. */
export const menuEntry = z
  .object({
    id: menuFields.id,
    title: menuFields.title,
    titleLocale: menuFields.titleLocale,
    icon: menuFields.icon,
    path: menuFields.path,
    params: menuFields.params,
    mode: menuFields.mode,
    components_title: menuFields.components_title,
    parentId: z.number().int().nullable(),
    position: z.number().int(),
    isSystem: z.boolean().describe('Built in: can be renamed and moved but not deleted.'),
    roles: z.array(z.number().int()).describe('Roles that have it.'),
    get children() {
      return z.array(menuEntry);
    },
  })
  .meta({ id: 'MenuEntry' });

/** Whose rows holders of a role see. */
export const scope = z.enum(['all', 'company', 'own']);

export const roleFields = {
  id: z.number().int(),
  name: z.string(),
  title: z.string().describe("The name in the caller's language."),
  scope: scope.describe('Whose plants users with the role see: all, those of their company, or their own.'),
  readsOnly: z.boolean(),
  isSystem: z.boolean().describe('Built in: cannot be deleted.'),
};

/** A role as those see it who administer roles. */
export const role = z
  .object({
    ...roleFields,
    titleLocale: z.record(z.string(), z.string()),
    holders: z.number().int().describe('Users with this role.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Role' });
