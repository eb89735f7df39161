// A stranger at the login page needs a few dozen words, not the thousands of the whole product. `de.json?entry` gives
// the words of the public pages, `de.json?shell` the rest; translators still keep one file per language.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const entryPrefixes = [
  'register.',
  'forget.',
  'reset.',
  'password.',
  'verify.',
  'public.',
  'login.',
  'setup.',
  'request.',
  'theme.',
  'language.',
  'privacy.',
];
/** Words that only the server says. */
const serverPrefixes = ['failure.', 'api.', 'time.', 'role.'];

const partOf = (key: string) => {
  if (serverPrefixes.some((prefix) => key.startsWith(prefix))) return 'server';
  return entryPrefixes.some((prefix) => key.startsWith(prefix)) ? 'entry' : 'shell';
};

/** Vite plugin that answers `<language>.json?entry` and `<language>.json?shell` with that part of the file. */
export function localeParts(): Plugin {
  return {
    name: 'helioport-locale-parts',
    enforce: 'pre',
    async load(id) {
      const match = /^(.*\/locales\/\w+\.json)\?(entry|shell)$/.exec(id);
      const [, file, part] = match ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const words = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
      const chosen = Object.fromEntries(words.filter(([key]) => partOf(key) === part));
      return { code: `export default ${JSON.stringify(chosen)};`, moduleType: 'js' };
    },
  };
}
