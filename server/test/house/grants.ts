// Grants against the menu tree: what a call asks for must exist, or nobody could ever be given it.
import type { Contract, Grant } from '@helioport/contract/endpoint';
import type { MenuSeed } from '../../seed/menuTree.ts';
import { allOf } from './addresses.ts';

const kinds = { 1: 'page', 2: 'button', 3: 'module' } as const;

/** The menu tree without its branches. */
export const flat = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

export const asked = (grant: Grant): string => ('name' in grant ? `${grant.kind} ${grant.name}` : '');
const offered = ({ mode, name }: MenuSeed): string => `${kinds[mode]} ${name}`;

/** Grants that no menu entry gives. */
export function ungivable(
  contracts: Readonly<Record<string, Contract>>,
  menus: readonly MenuSeed[],
): string[] {
  const given = new Set(flat(menus).map(offered));
  return allOf(contracts)
    .filter(({ grant }) => 'name' in grant && !given.has(asked(grant)))
    .map(({ path, grant }) => `${path} asks for ${asked(grant)}, which is in no menu`);
}

/** Menu entries that open no call, headings aside. Allowed: a page may live of the calls of another. */
export function openingNothing(
  contracts: Readonly<Record<string, Contract>>,
  menus: readonly MenuSeed[],
): string[] {
  const wanted = new Set(allOf(contracts).map(({ grant }) => asked(grant)));
  return flat(menus)
    .filter(({ name }) => name !== '')
    .map(offered)
    .filter((entry) => !wanted.has(entry));
}

/** Whether a role of the seed may make a call at all. */
export function mayCall(
  role: MenuSeed['groups'][number],
  { grant, writes }: { grant: Grant; writes: boolean },
  menus: readonly MenuSeed[],
): boolean {
  if (!('name' in grant)) return true;
  if (writes && role === 'support') return false;
  return flat(menus).some((menu) => offered(menu) === asked(grant) && menu.groups.includes(role));
}
