// Inserts `early.js` into the built page, with the names of the files that the first screen of a logged-in user needs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** The fields of a built chunk that this plugin reads. */
interface Chunk {
  fileName: string;
  imports: string[];
  moduleIds: string[];
  /** The entry module of the chunk, by file name. */
  facadeModuleId: string | null;
  /** Styles, as recorded by Vite. */
  viteMetadata?: { importedCss: Set<string> };
}

/** Screens that are often opened by URL, and their modules. They need only the texts of the first paint. */
const screens = { '/pvPlant/detail': ['features/site/SiteDetailPage.tsx'] };

/** The files of the modules whose names end so, with their styles and all static imports. */
export function filesOf(chunks: readonly Chunk[], endings: readonly string[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const take = (chunk: Chunk | undefined) => {
    if (chunk === undefined || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
    for (const name of chunk.imports) take(byName.get(name));
  };
  for (const ending of endings) {
    const holder =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)));
    if (holder === undefined) throw new Error(`${ending} is not in the build`);
    take(holder);
  }
  return [...found];
}

/** Vite plugin; `languages` are the web codes with texts. */
export function earlyParts(languages: readonly string[]): Plugin {
  return {
    name: 'helioport-early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(
          (part) => part.type === 'chunk',
        ) as unknown as Chunk[];
        const first = new Set(filesOf(chunks, ['src/main.tsx']));
        const beyond = (endings: readonly string[]) =>
          filesOf(chunks, endings).filter((file) => !first.has(file));
        const wordsOf = (parts: readonly string[]) =>
          Object.fromEntries(
            languages.map((code) => [code, parts.flatMap((part) => beyond([`/${code}.json?${part}`]))]),
          );
        const parts = {
          shell: beyond(['app/first.ts']),
          screens: Object.fromEntries(Object.entries(screens).map(([at, endings]) => [at, beyond(endings)])),
          words: wordsOf(['entry', 'shell']),
        };
        const template = readFileSync(fileURLToPath(new URL('early.js', import.meta.url)), 'utf8');
        const lines = template.replaceAll(/^\s*\/\/.*\n/gm, '').replace('__PARTS__', JSON.stringify(parts));
        // The hook's type also covers the development server, which cannot emit files; a build always can.
        const build = this as unknown as Rolldown.PluginContext;
        const asset = build.emitFile({ type: 'asset', name: 'early.js', source: lines });
        return html.replace('/theme.js', `/${build.getFileName(asset)}`);
      },
    },
  };
}
