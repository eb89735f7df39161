// A stranger at the login page needs a few dozen words, not the thousands of the whole product. `de.json?entry` gives
// the words of the public pages, `de.json?shell` those of frame, lists and plants, `de.json?screens` those that only
// most screens say, `de.json?office` those of rooms where plants are not what it is about, and
// `de.json?linked` those of public pages that are come to by a link alone; translators still keep one file per language.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const entryPrefixes = [
  'register.',
  'forget.',
  'password.',
  'verify.',
  'public.',
  'login.',
  'setup.',
  'request.',
  'theme.',
  'language.',
  'kiosk.',
];
/** Texts used only by the server. */
const serverPrefixes = [
  'advice.',
  'commission.',
  'failure.',
  'update.',
  'weather.',
  'api.',
  'time.',
  'role.',
  'mail.',
  'hardware.',
  'entered.',
  'finding.sentence.',
  'finding.less.',
  'finding.subject.',
  'finding.cost.',
];
/** Said by screens and windows that are fetched later, and nowhere else: they are fetched with them. */
const screenPrefixes = [
  'layout.',
  'playback.',
  'parameter.',
  'event.',
  'alarm.',
  'notice.',
  'command.',
  'machine.',
  'device.act.',
  'device.detail.',
  'device.frame.',
  'device.list.',
  'device.module.',
  'brand.',
  'case.',
  'site.bulk.',
  'site.edit.',
  'site.history.',
  'site.report.',
  'site.serials.',
  'site.prices.',
  'site.delete.',
  'site.commission.',
  'site.handOver.',
  'site.public.',
  'site.replace.',
  'documentation.',
  'ota.',
  'file.',
  'dashboard.',
  'finding.',
  'fleet.',
  'product.',
  'scan.',
  'groupAccess.',
  'co2.',
  'auth.',
  'audit.',
  'changeLog.',
  'company.',
  'fault.',
  'feed.',
  'form.wrongFormat',
  'imports.',
  'productFunction.',
  'user.viewAs.',
  'webhook.',
  'cloud.',
];

/**
 * Texts of firmware campaigns, health, outbox, parameter sets, serial numbers and account closure: loaded with their
 * screens.
 */
const officePrefixes = ['campaign.', 'health.', 'outbox.', 'parameterSet.', 'serial.', 'unsubscribe.'];

/**
 * Texts of pages reached by links in emails or page footers: loaded with those pages (src/app/linkedPages.ts).
 */
const linkedPrefixes = ['reset.', 'privacy.', 'reportEnd.', 'alarmMail.'];

/** Said by the frame as well: what can be done is found by the search for everything. */
const framePrefixes = [
  'auth.role.new',
  'auth.menu.new',
  'company.create.open',
  'health.concern.',
  'health.look',
];

/** Said by the overview of a plant, which is drawn early, and by rooms that are named above. */
const overviewPrefixes = [
  'event.title',
  'parameter.title',
  'ota.forced',
  'site.edit.settings',
  'site.edit.planeNumber',
  'site.replace.act',
  'site.replace.open',
  'site.replace.retired',
  'site.replace.toHistory',
  'site.replace.undo',
];

/** Where a word is fetched: with the public pages, the frame, later screens, the office's, pages behind links, or nowhere in the browser. */
export const partOf = (key: string): 'entry' | 'shell' | 'screens' | 'office' | 'linked' | 'server' => {
  if (serverPrefixes.some((prefix) => key.startsWith(prefix))) return 'server';
  if ([...framePrefixes, ...overviewPrefixes].some((prefix) => key.startsWith(prefix))) return 'shell';
  // A verdict contains the title of a fault; the map shows severities.
  if (/^fault\.[0-9a-f]{4}\.title$|^event\.severity\./.test(key)) return 'shell';
  if (officePrefixes.some((prefix) => key.startsWith(prefix))) return 'office';
  if (linkedPrefixes.some((prefix) => key.startsWith(prefix))) return 'linked';
  if (screenPrefixes.some((prefix) => key.startsWith(prefix))) return 'screens';
  return entryPrefixes.some((prefix) => key.startsWith(prefix)) ? 'entry' : 'shell';
};

/** Vite plugin that answers `<language>.json?entry`, `?shell`, `?screens`, `?office` and `?linked` with that part of the file. */
export function localeParts(): Plugin {
  return {
    name: 'helioport-locale-parts',
    enforce: 'pre',
    async load(id) {
      const match = /^(.*\/locales\/\w+\.json)\?(entry|shell|screens|office|linked)$/.exec(id);
      const [, file, part] = match ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const words = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
      const chosen = Object.fromEntries(words.filter(([key]) => partOf(key) === part));
      return { code: `export default ${JSON.stringify(chosen)};`, moduleType: 'js' };
    },
  };
}
