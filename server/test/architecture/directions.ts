// Dependency rules between modules, and the import scanner for the architecture test.
import fs from 'node:fs';
import path from 'node:path';

/** A forbidden import, or an uninformative folder name. */
export interface Violation {
  file: string;
  imports: string;
  why: string;
}

const modules = [
  'domain',
  'demo',
  'contract',
  'protocol',
  'locales',
  'server',
  'web',
  'simulator',
  'agent',
  'client',
  'e2e',
  'tools',
  'bench',
];

/** Modules that each module may import, in addition to itself. */
const above: Record<string, readonly string[]> = {
  domain: [],
  demo: ['domain'],
  locales: [],
  contract: ['domain'],
  protocol: ['domain'],
  web: ['domain', 'contract', 'locales'],
  server: ['domain', 'demo', 'contract', 'protocol', 'locales'],
  simulator: ['domain', 'demo', 'protocol'],
  agent: ['domain', 'protocol'],
  client: ['contract'],
  e2e: ['contract', 'demo', 'domain', 'protocol'],
  // Tools, their tests and benchmarks are outside the layers and may import every module.
  tools: modules,
  bench: modules,
};

/** Inside the server: what each folder of server/src may import. Files directly in server/src compose it all. */
const insideServer: Record<string, readonly string[]> = {
  platform: [],
  access: ['repositories', 'platform'],
  repositories: ['platform'],
  timeseries: ['platform'],
  queries: ['access', 'timeseries', 'repositories', 'platform'],
  ingest: ['timeseries', 'repositories', 'platform'],
  jobs: ['queries', 'timeseries', 'repositories', 'platform'],
  http: ['access', 'queries', 'timeseries', 'repositories', 'platform'],
  api: ['queries', 'access', 'timeseries', 'repositories', 'platform'],
};

const insideWeb: Record<string, readonly string[]> = {
  components: [],
  api: [],
  session: ['api', 'components'],
  'components/pv': ['session', 'api', 'components'],
  features: ['components/pv', 'session', 'api', 'components'],
  app: ['features', 'components/pv', 'session', 'api', 'components'],
};

const forbiddenFolders = /(^|\/)(shared|common|utils|helpers|lib)(\/|$)/;
const importPattern =
  /(?:^|[^\w.])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[^\w.])import\s*\(?\s*['"]([^'"]+)['"]/gm;

/** Every module specifier that `source` imports, statically, dynamically or for its types. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');

/** Path from the root that a specifier of `file` means; undefined for libraries. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const own = /^@helioport\/([^/]+)\/?(.*)$/.exec(specifier);
  if (!own) return undefined;
  const [, module = '', rest = ''] = own;
  const isOutsideSrc = module === 'locales' || (module === 'server' && /^(seed|test)\//.test(rest));
  return isOutsideSrc ? `${module}/${rest}` : `${module}/src/${rest}`;
}

/** The wrong arrows that one file draws. `file` is its path from the root, with forward slashes. */
export function violationsOf(file: string, source: string): Violation[] {
  const found: Violation[] = [];
  for (const specifier of importsOf(source)) {
    const target = targetOf(file, specifier);
    const why = target === undefined ? undefined : (whySolar(file, target) ?? whyWrong(file, target));
    if (why) found.push({ file, imports: specifier, why });
  }
  return found;
}

/** What `platform/` may know of the domain: nothing that only a photovoltaic plant has. */
const plainDomain =
  /^domain\/src\/(languages|zones|units|brands|mailKinds|periods|offsets|wire|currencies|duration|searchKey)$/;

const whySolar = (file: string, target: string): string | undefined =>
  file.startsWith('server/src/platform/') && target.startsWith('domain/') && !plainDomain.test(target)
    ? `platform must not know ${target.slice('domain/src/'.length)}`
    : undefined;

function whyWrong(file: string, target: string): string | undefined {
  const [module = ''] = file.split('/');
  const [targetModule = ''] = target.split('/');
  // Demo data is stored like any other; only the code that creates it depends on it. Tests may use its builders.
  const isServed =
    file.startsWith('server/src/') && !isTest(file) && !isComposition(path.posix.basename(file));
  if (isServed && targetModule === 'demo') return 'server/src must not import demo';
  if (module !== targetModule) {
    const allowed = above[module];
    if (!allowed || !modules.includes(targetModule)) return undefined;
    // All tests keep their databases in the same place.
    if (module === 'e2e' && target === 'server/test/testFolder') return undefined;
    return allowed.includes(targetModule) ? undefined : `${module} must not import ${targetModule}`;
  }
  if (module === 'server') return whyWrongInside(insideServer, file, target, 'api', 'server/src/');
  if (module === 'web') return whyWrongInside(insideWeb, file, target, 'features', 'web/src/');
  return undefined;
}

function whyWrongInside(
  arrows: Record<string, readonly string[]>,
  file: string,
  target: string,
  sliced: string,
  base: string,
): string | undefined {
  // Tests next to a file may use the test harness and builders.
  if (!file.startsWith(base) || isTest(file)) return undefined;
  const [folder, slice] = layerOf(arrows, file.slice(base.length));
  const allowed = arrows[folder];
  if (!allowed) return undefined;
  if (!target.startsWith(base)) return `${base}${folder} must not import ${target}`;
  const [targetFolder, targetSlice] = layerOf(arrows, target.slice(base.length));
  if (folder === targetFolder) {
    const isOtherSlice = folder === sliced && slice !== targetSlice;
    return isOtherSlice ? `${sliced}/${slice} must not import ${sliced}/${targetSlice}` : undefined;
  }
  if (!(targetFolder in arrows)) {
    // A file directly in src: composition for the app; config, paths and theme for all modules.
    return isComposition(targetFolder) ? `${folder} must not import ${targetFolder}` : undefined;
  }
  return allowed.includes(targetFolder) ? undefined : `${folder} must not import ${targetFolder}`;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const isComposition = (name: string) => /^(main|app|modules)\.tsx?$/.test(name);

/** The layer of a path and the folder within it. A nested layer such as `components/pv` counts before its parent. */
function layerOf(layers: Record<string, readonly string[]>, at: string): [layer: string, slice: string] {
  const [first = '', second = '', third = ''] = at.split('/');
  const nested = `${first}/${second}`;
  return nested in layers ? [nested, third] : [first, second];
}

/** All TypeScript files of the project below `root`, as relative paths. */
export function sourceFiles(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const at = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'test-results'].includes(entry.name)) walk(at);
      } else if (/\.tsx?$/.test(entry.name)) {
        found.push(at);
      }
    }
  };
  for (const module of modules) if (fs.existsSync(path.join(root, module))) walk(module);
  return found;
}

/** Every wrong arrow and every folder whose name refuses nothing, in the tree below `root`. */
export function violationsIn(root: string): Violation[] {
  return sourceFiles(root).flatMap((file) => {
    const wrong = violationsOf(file, fs.readFileSync(path.join(root, file), 'utf8'));
    const folder = path.posix.dirname(file);
    // The API has a noun `common`; that room is named by its address.
    const isNoun = /^server\/src\/api\/common(\/internal)?$/.test(folder);
    if (forbiddenFolders.test(folder) && !isNoun) {
      wrong.push({ file, imports: '', why: `the folder name ${folder} says nothing` });
    }
    return wrong;
  });
}
