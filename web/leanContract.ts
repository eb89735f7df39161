// The contract describes every call with schemas for input and output, which in production only the server checks.
// This plugin executes each contract module at build time and keeps only the path, permission and timing of each call,
// which keeps zod and 16 kB of schemas out of every page. In development the schemas stay, and the client validates
// answers against them.
// The rules of form fields are derived at build time too: `fieldRules(room.call)` becomes its result, and so does
// `fieldRules(room.call, 'part')`.
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

/** The fields of an entry that the browser needs. */
const kept = ['path', 'writes', 'timeoutMs', 'grant'] as const;

type Entry = Record<string, unknown>;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value && 'grant' in value;

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value;

const isRoom = (value: unknown): value is Record<string, Entry> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isEntry);

const leanEntry = (entry: Entry) => Object.fromEntries(kept.map((name) => [name, entry[name]]));

/**
 * The module as plain data: calls without schemas, values unchanged, and neither schemas nor functions that create
 * them, so that an import of one fails the build. Undefined for a code module without calls, which is bundled
 * unchanged.
 */
export function leanModule(exports: Record<string, unknown>): string | undefined {
  const hasCalls = Object.values(exports).some(isRoom);
  const lines: string[] = [];
  for (const [name, value] of Object.entries(exports)) {
    if (isSchema(value)) continue;
    if (typeof value === 'function') {
      if (hasCalls) continue;
      return undefined;
    }
    const plain = isRoom(value)
      ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, leanEntry(entry)]))
      : value;
    lines.push(`export const ${name} = ${JSON.stringify(plain)};`);
  }
  return lines.join('\n');
}

/** `fieldRules` of the contract. */
type Derive = (endpoint: Entry, part?: string) => object;

/**
 * A source in which each `fieldRules(room.call)` is the rules as plain data, for the calls of the rooms that `load`
 * gives by module name. An error names an expression that cannot be replaced, which would add the schemas to the page.
 */
export async function withFieldRules(
  code: string,
  derive: Derive,
  load: (module: string) => Promise<Record<string, unknown>>,
): Promise<string> {
  const rooms = new Map<string, { module: string; room: string }>();
  for (const [, names = '', module = ''] of code.matchAll(
    /import \{([^}]*)\} from '@helioport\/contract\/(\w+)'/g,
  )) {
    for (const name of names.split(',')) {
      const [room = '', local = room] = name.trim().split(' as ');
      rooms.set(local, { module, room });
    }
  }
  let replaced = code.replace(/import \{[^}]*\} from '@helioport\/contract\/fieldRules';/, '');
  for (const [expression, local = '', name = '', part] of code.matchAll(
    /\bfieldRules\((\w+)\.(\w+)(?:, '(\w+)')?\)/g,
  )) {
    const found = rooms.get(local);
    const entry = found && ((await load(found.module))[found.room] as Entry)?.[name];
    if (isEntry(entry)) replaced = replaced.replace(expression, `(${JSON.stringify(derive(entry, part))})`);
  }
  const rest = /\bfieldRules\(.*/.exec(replaced)?.[0];
  if (rest !== undefined) throw new Error(`Expected fieldRules(room.call), found: ${rest}`);
  return replaced;
}

const run = async (id: string) =>
  (await runnerImport<Record<string, unknown>>(id, { configFile: false, logLevel: 'error' })).module;

/** Vite plugin that builds `@helioport/contract/<module>` without its schemas, and the rules of form fields as data. */
export function leanContract(): Plugin {
  const contract = path.resolve(import.meta.dirname, '../contract/src');
  const loaded = new Map<string, Promise<Record<string, unknown>>>();
  const load = (module: string) => {
    const running = loaded.get(module) ?? run(path.join(contract, `${module}.ts`));
    loaded.set(module, running);
    return running;
  };
  return {
    name: 'helioport-lean-contract',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/[/\\]contract[/\\]src[/\\]\w+\.ts$/.test(id)) return null;
      const code = leanModule(await run(id));
      return code === undefined ? null : { code, moduleType: 'js' };
    },
    async transform(code, id) {
      if (!/[/\\]web[/\\]src[/\\]/.test(id) || !code.includes('fieldRules(')) return null;
      const { fieldRules } = await load('fieldRules');
      return withFieldRules(code, fieldRules as Derive, load);
    },
  };
}
