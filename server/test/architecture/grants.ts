// Compares grants with the menu tree: a required grant must exist, otherwise it could not be assigned.
import type { Contract, Grant } from '@helioport/contract/endpoint';
import type { MenuSeed } from '../../seed/menuTree.ts';
import { allOf } from './addresses.ts';

const kinds = { 1: 'page', 2: 'button', 3: 'module' } as const;

/** The menu tree without its branches. */
export const flat = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

export const grantText = (grant: Grant): string => ('name' in grant ? `${grant.kind} ${grant.name}` : '');
const offered = ({ mode, name }: MenuSeed): string => `${kinds[mode]} ${name}`;

/** Grants that no menu entry gives. */
export function ungivable(
  contracts: Readonly<Record<string, Contract>>,
  menus: readonly MenuSeed[],
): string[] {
  const given = new Set(flat(menus).map(offered));
  return allOf(contracts)
    .filter(({ grant }) => 'name' in grant && !given.has(grantText(grant)))
    .map(({ path, grant }) => `${path} asks for ${grantText(grant)}, which is in no menu`);
}

/** Menu entries that open no call, headings aside. Allowed: a page may live of the calls of another. */
export function openingNothing(
  contracts: Readonly<Record<string, Contract>>,
  menus: readonly MenuSeed[],
): string[] {
  const wanted = new Set(allOf(contracts).map(({ grant }) => grantText(grant)));
  return flat(menus)
    .filter(({ name }) => name !== '')
    .map(offered)
    .filter((entry) => !wanted.has(entry));
}

/** Parts of pages that a source of the portal asks for by name. */
const modulesIn = (source: string): string[] =>
  [...source.matchAll(/(?:<Can module="|(?:holdsModuleNow|useHoldsModule)\(')([^"']+)["']/g)].map(
    ([, name]) => name!,
  );

/** Calls after whose grant a source shows or hides something, as `room.name`. */
const callsIn = (source: string): string[] =>
  [...source.matchAll(/<Can call=\{([\w.]+)\}/g)].map(([, name]) => name!);

/**
 * Where parts of pages and the menu tree do not fit together: an entry that hides nothing in `sources` of the portal, a
 * name in them that no entry gives, a call for a part that shows although its reader may not make it.
 */
export function ungroundedModules(
  contracts: Readonly<Record<string, Contract>>,
  menus: readonly MenuSeed[],
  sources: readonly string[],
): string[] {
  const given = new Set(flat(menus).flatMap(({ mode, name }) => (mode === 3 ? [name] : [])));
  const named = new Set(sources.flatMap(modulesIn));
  const shown = new Set(sources.flatMap(callsIn));
  const calls = Object.entries(contracts).flatMap(([noun, of]) =>
    Object.entries(of).flatMap(([name, { grant }]) =>
      grant.kind === 'module' ? [{ call: `${noun}.${name}`, module: grant.name }] : [],
    ),
  );
  const hidden = new Set([
    ...named,
    ...calls.filter(({ call }) => shown.has(call)).map(({ module }) => module),
  ]);
  return [
    ...[...given].filter((name) => !hidden.has(name)).map((name) => `${name} hides nothing`),
    ...[...named].filter((name) => !given.has(name)).map((name) => `${name} is in no menu`),
    ...calls
      .filter(({ call, module }) => !shown.has(call) && !named.has(module))
      .map(({ call, module }) => `${call} asks for ${module}, and no screen does`),
  ];
}

/** Whether a role of the seed may make a call at all. */
export function mayCall(
  role: MenuSeed['groups'][number],
  { grant, writes, evenReadOnly }: { grant: Grant; writes: boolean; evenReadOnly: boolean },
  menus: readonly MenuSeed[],
): boolean {
  if (!('name' in grant)) return true;
  if (writes && role === 'support' && !evenReadOnly) return false;
  return flat(menus).some((menu) => offered(menu) === grantText(grant) && menu.groups.includes(role));
}
