// What a role may see and do: its menu tree.
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { body, flag, wholeOr } from './values.ts';

/** An entry of the menu tree: a page in the sider, a button on a page, or a part of a page. */
export const menuItem = z
  .object({
    id: z.number().int(),
    title: z.string().describe('For buttons and page parts, the name that grants ask for.'),
    titleLocale: z.record(z.string(), z.string()).describe('Title by web code of the language.'),
    icon: z.string(),
    path: z.string(),
    params: z.string(),
    mode: z.literal([1, 2, 3]).describe('1 page, 2 button, 3 part of a page.'),
    components_title: z.string().describe('For pages, the name that grants ask for.'),
    get children() {
      return z.array(menuItem);
    },
  })
  .meta({ id: 'MenuItem' });

export const auth = {
  roleMenuView: endpoint({
    path: 'v2/auth/role/menu/view',
    summary: 'The menu tree of a role; at login always that of the caller.',
    grant: signedIn,
    /** Without `role_id`: the caller's role. */
    input: body({ role_id: wholeOr(null, 0, 2_147_483_647), is_login: flag(true) }),
    output: z.object({ list: z.array(menuItem) }),
  }),
} satisfies Contract;
