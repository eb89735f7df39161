// The contract describes every call with schemas for input and output, which in production only the server checks.
// This plugin executes each contract module at build time and keeps only the path, permission and timing of each call,
// which keeps zod and 16 kB of schemas out of every page. In development the schemas stay, and the client validates
// answers against them.
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

/** Vite plugin that builds `@helioport/contract/<module>` without its schemas. */
export function leanContract(): Plugin {
  return {
    name: 'helioport-lean-contract',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/[/\\]contract[/\\]src[/\\]\w+\.ts$/.test(id)) return null;
      const { module } = await runnerImport<Record<string, unknown>>(id, {
        configFile: false,
        logLevel: 'error',
      });
      const code = leanModule(module);
      return code === undefined ? null : { code, moduleType: 'js' };
    },
  };
}
